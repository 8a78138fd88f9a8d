import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Completion, CompletionChunk } from '../../../contracts/completion';
import type { ErrorReply } from '../../../contracts/errors';
import { PARAMETER_RANGES } from '../../../contracts/parameters';
import type { ToolDefinitionInput } from '../../../server/src/engine/tool-definition';
import type { Method, ProviderAdapter } from '../../../server/src/providers/adapter';
import { ADAPTERS } from '../../../server/src/providers/registry';
import { createTestSite, summarizer } from '../../support/execute';
import { startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider, SeenRequest } from '../../support/fake-provider';
import { connectionTo } from '../../support/connection';
import type { Connection } from '../../support/connection';
import { answerLike } from '../../support/vendor-doubles';

/*
 * What each kind of provider can do, found out by doing it: every cell of the table in docs/providers.md is what was
 * seen in this run, over a real connection, with each kind's default model. `npm run docs:providers` writes the table.
 */

const FILE = path.resolve(__dirname, '../../../docs/providers.md');
const MARK = { start: '<!-- seen by a test run; npm run docs:providers -->', end: '<!-- end -->' };
const KEY = 'test-key-0123456789';
const PARAMETERS = { max_tokens: 300, temperature: 0.3, top_p: 0.8, top_k: 20, stop: ['END'] };
const PARAMETER_NAMES = Object.keys(PARAMETERS);
const SCHEMA = { type: 'object', properties: { only_here: { type: 'string' } }, required: ['only_here'] };
const WEATHER = {
  name: 'get_weather',
  description: 'The weather of a town',
  parameters: { type: 'object' as const, properties: { town: { type: 'string' } }, required: ['town'] },
};

interface Seen {
  answer: Completion | ErrorReply;
  chunks: CompletionChunk[];
  requests: SeenRequest[];
  attempts: number;
}

/** Runs one tool on a provider of this kind, which answers as its vendor does. */
const tryOut = async (
  adapter: ProviderAdapter,
  tool: Partial<ToolDefinitionInput>,
  {
    isStream = false,
    provider: fields = {},
    prepare,
  }: {
    isStream?: boolean;
    provider?: object;
    prepare?: (server: FakeProvider) => void;
  } = {},
): Promise<Seen> => {
  const server = await startFakeProvider();
  try {
    if (adapter.kind !== 'sandbox') answerLike(adapter.kind, server);
    prepare?.(server);
    const needsKey = adapter.needsKey ? { api_key: KEY } : {};
    const site = createTestSite({
      providers: { tried: { kind: adapter.kind, endpoint: server.url, ...needsKey, ...fields } },
      tools: [summarizer({ provider: 'tried', method: adapter.methods[0] ?? '', ...tool })],
    });
    const chunks: CompletionChunk[] = [];
    const options = isStream ? { onChunk: (chunk: CompletionChunk) => void chunks.push(chunk) } : {};
    const answer = await site.execute('content-summarizer', { content: 'Strapi is a CMS.' }, options);
    site.close();
    return { answer, chunks, requests: server.requests, attempts: site.logs[0]?.attempts ?? 0 };
  } finally {
    await server.stop();
  }
};

const completionOf = ({ answer }: Seen): Completion => {
  if ('error' in answer) throw new Error(answer.error.message);
  return answer;
};

/** Whether a value with this property name stands anywhere in a body as data, not as words. */
const hasProperty = (value: unknown, name: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, nested]) => key === name || hasProperty(nested, name));

const call = ({ requests: [first] }: Pick<Seen, 'requests'>): string =>
  first ? `\`${first.method} ${first.path.replace(/\?.*$/, '')}\`` : 'none';

const keyHeader = ({ requests: [first] }: Seen): string => {
  const header = Object.entries(first?.headers ?? {}).find(([, value]) => String(value).includes(KEY));
  return header ? `\`${header[0]}\`` : 'none';
};

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

/** The sandbox fails by the name of its model, everybody else by a status. */
const tryFailing = (adapter: ProviderAdapter, status: number): Promise<Seen> => {
  const tool = adapter.kind === 'sandbox' ? { model: 'sandbox-provider-unavailable' } : {};
  return tryOut(adapter, tool, { prepare: (server) => server.answerJson('{}', status) });
};

/** Tests the connection, or lists the models, of a provider of this kind. */
const tryConnection = async <Result>(
  adapter: ProviderAdapter,
  work: (connection: Connection) => Promise<Result>,
): Promise<{ result: Result; requests: SeenRequest[] }> => {
  const server = await startFakeProvider();
  if (adapter.kind !== 'sandbox') answerLike(adapter.kind, server);
  const needsKey = adapter.needsKey ? { api_key: KEY } : {};
  const connection = connectionTo(adapter.kind, { endpoint: server.url, ...needsKey }, { id: 'tried' });
  try {
    return { result: await work(connection), requests: server.requests };
  } finally {
    connection.close();
    await server.stop();
  }
};

/** The rows of the table: what is tried, and what its cell says. */
const ROWS: [title: string, see: (adapter: ProviderAdapter) => Promise<string>][] = [
  ['call', async (adapter) => call(await tryOut(adapter, {}))],
  [
    'other calls',
    async (adapter) => {
      const others = await Promise.all(adapter.methods.slice(1).map((method) => tryOut(adapter, { method })));
      const named = others.map((seen, index) =>
        completionOf(seen) && seen.requests.length > 0 ? call(seen) : `\`${adapter.methods[index + 1]}\``,
      );
      return named.join(', ') || 'none';
    },
  ],
  ['key in', async (adapter) => keyHeader(await tryOut(adapter, {}))],
  [
    'text',
    async (adapter) => yesOrNo(Boolean(completionOf(await tryOut(adapter, {})).choices[0].message.content)),
  ],
  [
    'streams',
    async (adapter) => {
      const seen = await tryOut(adapter, {}, { isStream: true });
      const words = seen.chunks
        .map(({ choices }) => choices[0]?.delta.content ?? '')
        .filter((text) => text !== '');
      return yesOrNo(words.length > 0 && words.join('') === completionOf(seen).choices[0].message.content);
    },
  ],
  [
    'usage',
    async (adapter) => {
      const whole = completionOf(await tryOut(adapter, {})).usage.total_tokens > 0;
      const streamed = completionOf(await tryOut(adapter, {}, { isStream: true })).usage.total_tokens > 0;
      return whole && streamed ? 'yes' : yesOrNo(whole);
    },
  ],
  [
    'price known',
    async (adapter) => {
      const { cost_usd } = completionOf(await tryOut(adapter, {})).meta;
      if (cost_usd === null) return 'no';
      return cost_usd === 0 ? 'free' : 'yes';
    },
  ],
  [
    'parameters taken',
    async (adapter) => {
      const { meta } = completionOf(await tryOut(adapter, PARAMETERS));
      const taken = PARAMETER_NAMES.filter((name) => !meta.dropped_parameters.includes(name));
      return taken.length === PARAMETER_NAMES.length ? 'all' : taken.map((name) => `\`${name}\``).join(', ');
    },
  ],
  [
    'functions',
    async (adapter) => {
      const model = adapter.kind === 'sandbox' ? { model: 'sandbox-tool-calls' } : {};
      const { choices, meta } = completionOf(await tryOut(adapter, { functions: [WEATHER], ...model }));
      const isCalled = choices[0].message.tool_calls?.[0]?.function.name === WEATHER.name;
      return isCalled && !meta.dropped_parameters.includes('functions') ? 'yes' : 'no';
    },
  ],
  [
    'response schema',
    async (adapter) => {
      const { answer, requests } = await tryOut(adapter, { response_schema: SCHEMA });
      if (requests.length === 0) return 'error' in answer ? 'no' : 'a sample that fits';
      if (hasProperty(requests[0]?.body, 'only_here')) return 'held to it';
      return JSON.stringify(requests[0]?.body).includes('only_here') ? 'asked in words' : 'no';
    },
  ],
  [
    'role-marker template',
    async (adapter) => {
      const tried = adapter.methods.map(async (method): Promise<Method | null> => {
        const provider = { prompt_template: '<u>{user}</u><a>{assistant}' };
        const seen = await tryOut(adapter, { method }, { provider }).catch(() => null);
        return JSON.stringify(seen?.requests ?? []).includes('</u><a>') ? method : null;
      });
      const methods = (await Promise.all(tried)).filter((method) => method !== null);
      return methods.map((method) => `\`${method}\``).join(', ') || 'no';
    },
  ],
  [
    'connection test',
    async (adapter) => {
      const { result, requests } = await tryConnection(adapter, (connection) => connection.test());
      if (!result.ok) return `no: ${result.message}`;
      return requests.map((request) => call({ requests: [request] })).join(', ') || 'without a request';
    },
  ],
  [
    'list of models',
    async (adapter) => {
      const { result } = await tryConnection(adapter, (connection) => connection.list().catch(() => []));
      return yesOrNo(result.length > 0);
    },
  ],
  ['tries after 503', async (adapter) => String((await tryFailing(adapter, 503)).attempts)],
  ['tries after 429', async (adapter) => String((await tryFailing(adapter, 429)).attempts)],
];

const table = async (): Promise<string> => {
  const lines: string[][] = [
    ['', ...ADAPTERS.map(({ label }) => label)],
    ['---', ...ADAPTERS.map(() => '---')],
    ['kind', ...ADAPTERS.map(({ kind }) => `\`${kind}\``)],
    ['default model', ...ADAPTERS.map(({ defaultModel }) => `\`${defaultModel}\``)],
  ];
  for (const [title, see] of ROWS) {
    const cells: string[] = [];
    for (const adapter of ADAPTERS) cells.push(await see(adapter));
    lines.push([title, ...cells]);
  }
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

test('docs/providers.md says what every kind was seen to do', async () => {
  expect(Object.keys(PARAMETER_RANGES).every((name) => PARAMETER_NAMES.includes(name))).toBe(true);
  const page = readFileSync(FILE, 'utf8');
  const [before, rest] = page.split(MARK.start);
  const [, after] = (rest ?? '').split(MARK.end);
  const seen = `${before}${MARK.start}

${await table()}

${MARK.end}${after}`;
  if (process.env.UPDATE_DOCS) writeFileSync(FILE, seen);
  else expect(page).toBe(seen);
});
