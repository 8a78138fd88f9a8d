import { setTimeout as pause } from 'node:timers/promises';
import type { BulkItem, BulkOrder, BulkRun } from '../../contracts/bulk-runs';
import type { ToolDefinitionInput } from '../../server/src/engine/tool-definition';
import type { AdminCaller } from './admin-caller';
import { ARTICLE } from './article-site';
import type { Answer } from './callers';
import { summarizer } from './execute';
import type { FakeProvider, SeenRequest } from './fake-provider';
import type { Site } from './site';

type Data = Record<string, unknown>;

/** The host's document service for articles, as far as the tests use it. */
interface Articles {
  create(params: {
    data: Data;
    locale?: string;
    status?: 'published';
  }): Promise<Data & { documentId: string }>;
  update(params: { documentId: string; data: Data; locale?: string }): Promise<Data>;
  findOne(params: {
    documentId: string;
    status?: 'published';
    locale?: string;
    populate?: object;
  }): Promise<Data | null>;
  publish(params: { documentId: string }): Promise<unknown>;
  delete(params: { documentId: string }): Promise<unknown>;
}

/** The host types only content types that it has generated types for. */
export const articlesOf = ({ strapi }: Pick<Site, 'strapi'>): Articles =>
  strapi.documents(ARTICLE as never) as never;

export const TOOL = 'content-summarizer';

/** The plugin's configuration: a provider that counts its requests, and tools on it. */
export const bulkPlugin = (provider: FakeProvider, tools: Partial<ToolDefinitionInput>[] = []) => ({
  providers: { local: { kind: 'openai-compatible', endpoint: `${provider.url}/v1`, model: 'any' } },
  prices: { 'local/any': { input: 100, output: 1000 } },
  tools: [
    summarizer({ provider: 'local', max_tokens: 50 }),
    ...tools.map((tool) => summarizer({ provider: 'local', max_tokens: 50, ...tool })),
  ],
});

/** What the tool was asked to summarise. */
export const contentOf = ({ body }: SeenRequest): string => {
  const { messages } = Object(body);
  return String(messages.at(-1).content).replace(/^Summarise in \d+ words: /, '');
};

export const completionOf = (content: string, usage = { prompt_tokens: 10, completion_tokens: 5 }) => ({
  id: 'x',
  object: 'chat.completion',
  created: 0,
  model: 'any',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
});

/** Has the provider answer each text with words made of it: `Otters` becomes `About Otters`. */
export const answerAll = (
  provider: FakeProvider,
  before: (content: string) => Promise<void> = async () => {},
) =>
  provider.answer((request, response) => {
    const content = contentOf(request);
    void before(content).then(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completionOf(`About ${content}`)));
    });
  });

export const orderFor = (document_ids: readonly string[], changes: Partial<BulkOrder> = {}): BulkOrder => ({
  content_type: ARTICLE,
  locale: 'en',
  document_ids: [...document_ids],
  tool: TOOL,
  inputs: { content: { field: 'content' } },
  target: 'summary',
  ...changes,
});

/** Makes articles `Text 1`, `Text 2`, … and tells their ids. */
export const createArticles = async (
  site: Pick<Site, 'strapi'>,
  count: number,
  more: Data = {},
): Promise<string[]> => {
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const data = { title: `Title ${number}`, content: `Text ${number}`, summary: `Old ${number}`, ...more };
    ids.push((await articlesOf(site).create({ data })).documentId);
  }
  return ids;
};

export const dataOf = ({ status, body }: Answer) => {
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body.data;
};

export const startRun = async (caller: AdminCaller, order: BulkOrder): Promise<BulkRun> =>
  dataOf(await caller('POST', 'bulk-runs', order));

export const readRun = async (caller: AdminCaller, id: number): Promise<BulkRun> =>
  dataOf(await caller('GET', `bulk-runs/${id}`));

export const readItems = async (caller: AdminCaller, id: number): Promise<BulkItem[]> =>
  dataOf(await caller('GET', `bulk-runs/${id}/items`));

/** Waits until something is true of a run. */
export const untilRun = async (
  caller: AdminCaller,
  id: number,
  isSo: (run: BulkRun) => boolean,
): Promise<BulkRun> => {
  for (;;) {
    const run = await readRun(caller, id);
    if (isSo(run)) return run;
    await pause(50);
  }
};

/** Waits until nothing works on a run any more. */
export const untilEnded = (caller: AdminCaller, id: number): Promise<BulkRun> =>
  untilRun(caller, id, ({ state }) => state !== 'running' && state !== 'undoing');
