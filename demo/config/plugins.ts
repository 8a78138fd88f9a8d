import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { chooseProvider } from '../src/ai-tools/choose-provider';
import { contentSummarizer } from '../src/ai-tools/content-summarizer';
import { supportAssistant } from '../src/ai-tools/support-assistant';
import { textStudio } from '../src/ai-tools/text-studio';

const plugins = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  'users-permissions': { config: { jwtSecret: env('JWT_SECRET') } },
  'ai-tools': {
    enabled: true,
    // only because the plugin is developed in the folder above: a site that installed it needs no `resolve`
    resolve: path.resolve('..'),
    config: {
      // the default streams at the pace of a real model; others fail on purpose, see server/src/providers/sandbox.ts
      providers: { sandbox: { model: env('SANDBOX_MODEL', 'sandbox-stream') } },
      tools: [contentSummarizer, supportAssistant, textStudio].map((tool) => ({
        ...tool,
        ...chooseProvider(env),
      })),
      // shortcodes and blocks of articles are filled for readers who ask for it
      content: { types: { 'api::article.article': {} } },
    },
  },
});

export default plugins;
