import { adminCallerOf, createAdministrator } from './admin-caller';
import type { AdminCaller, Credentials } from './admin-caller';
import { ARTICLE, withArticles } from './article-site';
import {
  completionOf,
  contentOf,
  createArticles,
  dataOf,
  orderFor,
  readItems,
  startRun,
  untilEnded,
} from './bulk-site';
import {
  EXECUTE,
  basic,
  createApiToken,
  createUser,
  execute,
  flushLogs,
  grantPublic,
  readLogs,
} from './callers';
import { providerDocuments, toolDocuments } from './documents';
import { summarizer } from './execute';
import type { FakeProvider } from './fake-provider';
import type { Site, SiteOptions } from './site';

/*
 * A site that has used everything the plugin stores: the script that makes the fixtures of a release fills and looks at
 * one, and the tests look at what a later version makes of it.
 */

export const STORED_KEY = 'sk-stored-by-a-release-0123456789';

/** The tool whose only run never reached the database: what is counted elsewhere leaves it out. */
export const JOURNALLED = 'journalled';

const DAY_MS = 86_400_000;
const PRICE = { input: 100, output: 1000 };

/** The site as it was configured. */
export const releaseSite = (): SiteOptions =>
  withArticles({
    plugin: { prices: { 'local/any': PRICE, 'local/broken': PRICE }, logs: { capture: 'all' } },
  });

/** Answers as a model does; the one named `broken` does not. */
export const answerAsModels = (provider: FakeProvider): void =>
  provider.answer((request, response) => {
    const isBroken = Object(request.body).model === 'broken';
    response.writeHead(isBroken ? 400 : 200, { 'content-type': 'application/json' });
    const answer = isBroken ? { error: { message: 'no' } } : completionOf(`About ${contentOf(request)}`);
    response.end(JSON.stringify(answer));
  });

const EVERY_FIELD = {
  name: 'Every Field',
  slug: 'every-field',
  description: 'Has something in every field',
  provider: 'local',
  method: 'chat/completions',
  input_schema: {
    type: 'object',
    properties: {
      content: { type: 'string', description: 'The text', minLength: 1 },
      tone: { type: 'string', enum: ['plain', 'warm'], default: 'plain' },
      keywords: { type: 'array', items: { type: 'string' } },
    },
    required: ['content'],
  },
  prompt_template: '{% if tone == "warm" %}Kindly: {% endif %}{{content}} {{keywords}} „ü😀“',
  system_instruction: 'You are brief.',
  model: 'any',
  temperature: 0.3,
  max_tokens: 64,
  top_p: 0.9,
  top_k: 40,
  stop: ['END', '###'],
  functions: [
    {
      name: 'look_up',
      description: 'Looks something up',
      parameters: { type: 'object', properties: { what: { type: 'string' } } },
    },
  ],
  response_schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  rate_limit: 100,
  rate_limit_per_caller: 10,
  cache_duration: 60,
  budget_usd: 12.5,
  fallbacks: [{ provider: 'anthropic', model: 'claude-sonnet-5' }],
  examples: [{ name: 'Otters', inputs: { content: 'Otters', keywords: ['a', 'b'] } }],
  enabled: false,
};

const on = (name: string, changes: Parameters<typeof summarizer>[0] = {}) =>
  summarizer({ name, provider: 'local', max_tokens: 50, ...changes });

const TOOLS = [
  EVERY_FIELD,
  on('Content Summarizer', { budget_usd: 10 }),
  on('Kept', { cache_duration: 3600 }),
  on('Limited', { rate_limit: 2 }),
  on('Poor', { budget_usd: 0.00001 }),
  on('Broken', { model: 'broken' }),
  on('Fallen', { model: 'broken', fallbacks: [{ provider: 'local', model: 'any' }] }),
  on('Journalled', { provider: 'sandbox' }),
];

export interface Filled {
  administrator: Credentials;
  user: { username: string; password: string };
  token: string;
  articles: string[];
  bulk_run: number;
}

/** Stores and runs something of everything. */
export const fillSite = async (site: Site, provider: FakeProvider): Promise<Filled> => {
  const providers = providerDocuments(site);
  const local = {
    provider_id: 'local',
    kind: 'openai-compatible',
    label: 'Our own server',
    endpoint: `${provider.url}/v1`,
    api_key: STORED_KEY,
    model: 'any',
    max_tokens: 500,
    temperature: 0.5,
    top_p: 0.8,
    system_instruction: 'Answer in English.',
    context_window: 8000,
    timeout_ms: 20_000,
    enabled: true,
  };
  await providers.create({ data: local });
  await providers.create({
    data: { provider_id: 'anthropic', kind: 'anthropic', api_key: 'sk-ant-of-a-release-9876' },
  });
  await providers.create({ data: { provider_id: 'mistral', kind: 'mistral', enabled: false } });
  for (const data of TOOLS) await toolDocuments(site).create({ data });
  await site.strapi
    .plugin('ai-tools')
    .service('site-settings')
    .update({ logs: { retention_days: 60 }, budget_usd: 50 });

  const user = await createUser(site, 'reader');
  await grantPublic(site, [EXECUTE]);
  const token = await createApiToken(site, { name: 'caller', type: 'custom', permissions: [EXECUTE] });
  const asUser = basic(user.username, user.password);
  const run = (slug: string, authorization?: string, inputs: object = { content: 'Otters' }) =>
    execute(site, slug, inputs, authorization);

  await run('content-summarizer', asUser);
  await run('content-summarizer', `Bearer ${token}`);
  await run('content-summarizer');
  await run('kept', asUser);
  await run('kept', asUser);
  await run('limited', asUser);
  await run('limited', asUser);
  await run('limited', asUser);
  await run('poor', asUser);
  await run('broken', asUser);
  await run('fallen', asUser);
  await run('content-summarizer', asUser, { content: 5 });
  await run('no-such-tool', asUser);
  await run('content-summarizer', basic(user.username, 'wrong'));
  const gone = AbortSignal.abort();
  await site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool('content-summarizer', { content: 'Nobody waits' }, { signal: gone });

  const administrator = await createAdministrator(site);
  const admin = await adminCallerOf(site, administrator);
  const mapping = { inputs: { content: { field: 'content' } }, target: 'summary' };
  dataOf(
    await admin('PUT', 'content/mappings', { content_type: ARTICLE, tool: 'content-summarizer', mapping }),
  );
  const articles = await createArticles(site, 3);
  const bulkRun = await startRun(admin, orderFor(articles));
  await untilEnded(admin, bulkRun.id);
  await flushLogs(site);
  return {
    administrator,
    user: { username: user.username, password: user.password },
    token,
    articles,
    bulk_run: bulkRun.id,
  };
};

type Fields = Record<string, unknown>;

/** Without what is a moment, which other databases keep in the wall time of whoever wrote it, or differs at each look. */
const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const analyticsOf = async (admin: AdminCaller, madeAt: number, split: string) => {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const range = `from=${day(madeAt - 2 * DAY_MS)}&to=${day(madeAt + 3 * DAY_MS)}`;
  const tools = [...TOOLS.map(({ name }) => name.toLowerCase().replaceAll(' ', '-')), 'no-such-tool']
    .filter((slug) => slug !== JOURNALLED)
    .map((slug) => `tool=${slug}`)
    .join('&');
  const { totals, groups } = dataOf(await admin('GET', `analytics?${range}&split=${split}&${tools}`));
  return { totals, groups: groups.map((group: Fields) => without(group, ['series'])) };
};

/** Everything that can be seen of it, by the doors that people use. */
export const lookAtSite = async (admin: AdminCaller, filled: Filled, madeAt: number) => {
  const get = async (path: string) => dataOf(await admin('GET', path));
  const tools: Fields[] = await get('tools?pageSize=100');
  const every = tools.find(({ slug }) => slug === 'every-field');
  const logs: Fields[] = (await get('logs?limit=200')).filter(
    ({ tool_slug }: Fields) => tool_slug !== JOURNALLED,
  );
  const details: Fields[] = [];
  for (const { request_id } of logs) details.push(await get(`logs/${String(request_id)}`));
  return {
    tools: tools
      .filter(({ slug }) => slug !== JOURNALLED)
      .map((tool) => without(tool, ['created_at', 'updated_at', 'createdAt', 'updatedAt'])),
    everyField: without(await get(`tools/${String(every?.id)}`), ['created_at', 'updated_at', 'updatedAt']),
    providers: (await get('providers')).map((found: Fields) => without(found, ['last_failure'])),
    settings: (await get('settings')).chosen,
    logs: details.map((row) => without(row, ['id', 'created_at'])),
    byTool: await analyticsOf(admin, madeAt, 'tool'),
    byCaller: await analyticsOf(admin, madeAt, 'caller'),
    budgets: (await get('analytics/budgets')).map(
      ({ scope, tool, month, spent_usd, budget_usd }: Fields) => ({
        scope,
        tool,
        month,
        spent_usd,
        budget_usd,
      }),
    ),
    mappings: await get(`content/mappings?content_type=${ARTICLE}`),
    bulkRun: without(await get(`bulk-runs/${filled.bulk_run}`), ['id']),
    bulkItems: await readItems(admin, filled.bulk_run),
  };
};

export type Seen = Awaited<ReturnType<typeof lookAtSite>>;

/** What the folder of a release holds beside its databases and its journal. */
export interface Release {
  /** when its site was stopped: later versions start on it as if that were now */
  made_at: string;
  /** whose answer was out when the site died, before the database had its row */
  journalled: string;
  filled: Filled;
  seen: Seen;
}

export const newestLogId = async (site: Site): Promise<number> => {
  const rows = await readLogs(site);
  return Math.max(...rows.map(({ id }) => Number(id)));
};
