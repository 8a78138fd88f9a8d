import { withArticles } from './article-site';
import { summarizer } from './execute';
import { startFakeProvider } from './fake-provider';
import type { FakeProvider } from './fake-provider';
import { HOST_LOG_FILES } from './host-log';
import { startSite } from './site';
import type { Site, SiteOptions } from './site';

export interface ContentSite extends Site {
  provider: FakeProvider;
  /** what the provider was asked so far */
  prompts(): string[];
}

const LOCAL = { provider: 'local' };

const promptOf = (body: unknown): string => {
  const { messages }: { messages: { content: string }[] } = Object(body);
  return messages.map(({ content }) => content).join('\n');
};

/** A site with articles, whose tools ask a provider that the test plays. */
export const startContentSite = async (options: SiteOptions = {}): Promise<ContentSite> => {
  const provider = await startFakeProvider();
  const plugin = {
    providers: { local: { kind: 'openai-compatible', endpoint: provider.url, model: 'm' } },
    tools: [
      summarizer(LOCAL),
      summarizer({
        ...LOCAL,
        name: 'Text Studio',
        input_schema: {
          type: 'object',
          properties: {
            max_length: { type: 'integer' },
            text: { type: 'string' },
            style: { type: 'string' },
            tags: { type: 'array', items: { type: 'string' } },
            formal: { type: 'boolean' },
          },
          required: ['text'],
        },
        prompt_template: '{{text}}|{{max_length}}|{{style}}|{{tags}}|{{formal}}',
      }),
      summarizer({ ...LOCAL, name: 'Rare', rate_limit: 1 }),
      summarizer({ ...LOCAL, name: 'Switched Off', enabled: false }),
    ],
    ...options.plugin,
  };
  const files = { ...HOST_LOG_FILES, ...options.files };
  const site = await startSite(withArticles({ ...options, plugin, files }));
  return {
    ...site,
    provider,
    prompts: () => provider.requests.map(({ body }) => promptOf(body)),
    stop: async () => {
      await site.stop();
      await provider.stop();
    },
  };
};
