import path from 'node:path';
import { z } from 'zod';
import { slugFromName } from '../../../server/src/engine/slug';
import { createAdminToken } from '../admin-caller';
import { ARTICLE, withArticles } from '../article-site';
import { createApiToken, createUser, grantPublic } from '../callers';
import { summarizer } from '../execute';
import { startSite } from '../site';
import type { Site } from '../site';
import type { Fence } from './pages';
import { toScript } from './run-code';
import { filePathOf } from './runners';
import { compileConfig, pluginPart, readConfigFile, readFragment } from './site-config';

/** The one site that has whatever the pages put into a site, and what a reader's environment would have. */
export interface DocsSite extends Site {
  article: Record<string, unknown>;
  environment: Record<string, string>;
}

const NAMED = z.record(z.string(), z.unknown());

/** Tools that curl lines name, and that are not written out on a page. */
const UNWRITTEN = [
  summarizer({
    name: 'Limited Summarizer',
    rate_limit: 100,
    rate_limit_per_caller: 10,
    cache_duration: 3600,
    budget_usd: 5,
  }),
];

/** A faulty block must not keep the site from starting, or every test would fail of it: its own test says what is wrong. */
const sound = (fence: Fence, read: () => unknown): { fence: Fence; config: unknown }[] => {
  try {
    const config = read();
    compileConfig(fence, config);
    return [{ fence, config }];
  } catch {
    return [];
  }
};

/** Tools and providers of all pages; what a page says first of a name holds. */
const gather = (configurations: readonly { fence: Fence; config: unknown }[]) => {
  const tools = new Map<string, unknown>();
  const providers: Record<string, unknown> = {};
  const prices: Record<string, unknown> = {};
  for (const { fence, config } of configurations) {
    const parts = z
      .object({ tools: z.array(z.unknown()), providers: NAMED, prices: NAMED })
      .partial()
      .parse(config);
    compileConfig(fence, config).forEach(({ slug }, index) => {
      if (!tools.has(slug)) tools.set(slug, parts.tools?.[index]);
    });
    for (const [id, provider] of Object.entries(parts.providers ?? {})) providers[id] ??= provider;
    for (const [id, price] of Object.entries(parts.prices ?? {})) prices[id] ??= price;
  }
  for (const tool of UNWRITTEN) {
    const slug = slugFromName(tool.name);
    if (!tools.has(slug)) tools.set(slug, tool);
  }
  // its model is what other pages' answers depend on
  delete providers.sandbox;
  return { tools: [...tools.values()], providers, prices };
};

/** The files under `src/`, compiled; every `src/index` is called by the site's own. */
const sourceFiles = (files: readonly Fence[]): Record<string, string> => {
  const written: Record<string, string> = {};
  const starts: string[] = [];
  for (const fence of files) {
    const wanted = filePathOf(fence) ?? '';
    const { dir, name, ext } = path.parse(wanted);
    const isIndex = dir === 'src' && name === 'index';
    const file = `${dir}/${isIndex ? `index-of-page-${starts.length}` : name}.js`;
    const script = toScript(fence.code, `block${ext}`);
    if ((written[file] ?? script) !== script) throw new Error(`two pages have another ${wanted} each`);
    written[file] = script;
    if (isIndex) starts.push(`./${path.basename(file, '.js')}`);
  }
  written['src/index.js'] = `
    const pages = ${JSON.stringify(starts)}.map((name) => require(name)).map((page) => page.default ?? page);
    const inAll = (phase) => async (strapi) => { for (const page of pages) await page[phase]?.(strapi); };
    module.exports = { register: inAll('register'), bootstrap: inAll('bootstrap') };`;
  return written;
};

const TEXT =
  'Strapi is a headless content-management system. Editors write in its panel; readers meet the text.';

/** Starts it, with callers of every kind. */
export const startDocsSite = async (blocks: {
  configFiles: readonly Fence[];
  fragments: readonly Fence[];
  sourceFiles: readonly Fence[];
}): Promise<DocsSite> => {
  const configurations = [
    ...blocks.configFiles.flatMap((fence) => sound(fence, () => pluginPart(readConfigFile(fence)))),
    ...blocks.fragments.flatMap((fence) => sound(fence, () => readFragment(fence))),
  ];
  const site = await startSite(
    withArticles({
      plugin: {
        ...gather(configurations),
        content: { types: { [ARTICLE]: { summary_field: 'content' } } },
      },
      files: sourceFiles(blocks.sourceFiles),
    }),
  );
  const article = await site.strapi.documents(ARTICLE).create({
    data: {
      title: 'About Strapi',
      content: TEXT,
      story: [
        {
          type: 'paragraph',
          block: 'mcp-for-wp/ai-summary',
          maxLength: 100,
          tool: '',
          children: [{ type: 'text', text: '' }],
        },
      ],
    },
    status: 'published',
  });
  await grantPublic(site, ['api::article.article.find', 'api::article.article.findOne']);
  const user = await createUser(site, 'ada');
  return {
    ...site,
    article,
    environment: {
      TOKEN: await createApiToken(site, { name: 'docs', type: 'full-access' }),
      ADMIN_TOKEN: await createAdminToken(site),
      USERNAME: user.username,
      PASSWORD: user.password,
    },
  };
};
