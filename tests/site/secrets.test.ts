/** @host-within-jest for what goes to the console is caught */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { ERRORS } from '../../contracts/errors';
import { ADAPTERS } from '../../server/src/providers/registry';
import { adminCallerWith, createAdminToken } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { ARTICLE, withArticles } from '../support/article-site';
import { createArticles, dataOf, orderFor, readItems, startRun, untilEnded } from '../support/bulk-site';
import { completion } from '../support/cached-site';
import {
  EXECUTE,
  FIND_TOOLS,
  basic,
  call,
  createApiToken,
  createJwt,
  createUser,
  execute,
  flushLogs,
  grantPublic,
  readLogs,
} from '../support/callers';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider, SeenRequest } from '../support/fake-provider';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import { createSecretSearch, makeSecret, secretOf } from '../support/secret-search';
import type { Secret } from '../support/secret-search';
import { startSite } from '../support/site';
import type { Site } from '../support/site';
import { answerLike } from '../support/vendor-doubles';

const SPOKEN_TO = ADAPTERS.filter(({ kind }) => kind !== 'sandbox');
const INPUTS = { content: 'The otters have a bridge.' };

const secrets: Secret[] = [];
const secret = (name: string, before?: string, after?: string): string => {
  const made = makeSecret(name, before, after);
  secrets.push(made);
  return made.value;
};

const redisPassword = secret('the password of Redis', '', '');
const basicPassword = secret('a password');
const wrongPassword = secret('a wrong password');
const wrongToken = secret('a token that nobody has given', '', '');
const typedKey = secret('a key that was typed and not saved');
const thrownPassword = secret('a password in an address that was thrown', '', '');
const vendorKey = secret('somebody’s key in an input', 'sk-proj-', '');
const bearer = secret('somebody’s token in an input', '', '=');
const addressPassword = secret('a password in an address in an input', '', '');

/** A key of each kind from each source; constants belong to the providers that come with the plugin. */
const keyOf = new Map<string, string>();
const constants: Record<string, string> = {};
for (const { kind, keyConstants } of SPOKEN_TO) {
  const [constant] = keyConstants;
  if (constant) constants[constant] = secret(`the key of ${kind} in ${constant}`);
  for (const source of ['config', 'stored']) {
    keyOf.set(`${source}-${kind}`, secret(`the key of ${kind} in ${source}`));
  }
}

const doubles = new Map<string, FakeProvider>();
let silent: FakeProvider;
let site: Site;
let admin: AdminCaller;
let adminToken: string;
let password: string;
let jwt: string;
let apiToken: string;
/** what may hold something, by where it was seen */
const seen: [place: string, text: string][] = [];
const answers: Promise<unknown>[] = [];
const consoleSpies: jest.SpyInstance[] = [];
const ownFetch = globalThis.fetch;

const urlOf = (kind: string): string => doubles.get(kind)?.url ?? '';

/** Every provider that has a key, by its id. */
const providersOf = (): { id: string; kind: string; method: string }[] =>
  SPOKEN_TO.flatMap(({ kind, keyConstants, methods: [method] }) =>
    [...(keyConstants.length > 0 ? [kind] : []), `config-${kind}`, `stored-${kind}`].map((id) => ({
      id,
      kind,
      method: String(method),
    })),
  );

const toolOn = ({ id, method }: { id: string; method: string }, changes: object = {}) =>
  summarizer({ name: `On ${id}`, provider: id, method, ...changes });

/** Keeps everything that the site answers to the plugin's own routes and to readers of its content. */
const recordingFetch: typeof fetch = async (...request) => {
  const response = await ownFetch(...request);
  if (response.url.startsWith(site.url) && !response.url.startsWith(`${site.url}/admin/`)) {
    const place = `an answer of ${new URL(response.url).pathname}`;
    seen.push([place, JSON.stringify([...response.headers])]);
    answers.push(
      response
        .clone()
        .text()
        .then((text) => seen.push([place, text]))
        // whoever hung up has not had it either
        .catch(() => null),
    );
  }
  return response;
};

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    consoleSpies.push(
      jest.spyOn(console, method).mockImplementation((...said: unknown[]) => {
        seen.push(['the console', said.map(String).join(' ')]);
      }),
    );
  }
  Object.assign(process.env, constants);
  silent = await startFakeProvider();
  silent.answer(() => {});
  for (const { kind } of SPOKEN_TO) doubles.set(kind, await startFakeProvider());
  playVendors();

  const configured = SPOKEN_TO.map(({ kind }) => [
    `config-${kind}`,
    { kind, endpoint: urlOf(kind), api_key: keyOf.get(`config-${kind}`), model: 'm' },
  ]);
  const builtIn = SPOKEN_TO.filter(({ keyConstants }) => keyConstants.length > 0).map(({ kind }) => [
    kind,
    { endpoint: urlOf(kind), model: 'm' },
  ]);
  const local = {
    kind: 'openai-compatible',
    endpoint: urlOf('openai-compatible'),
    api_key: keyOf.get('config-openai-compatible'),
    model: 'm',
  };
  const onLocal = { provider: 'local' };
  site = await startSite(
    withArticles({
      plugin: {
        providers: {
          ...Object.fromEntries([...configured, ...builtIn]),
          local,
          silent: { ...local, endpoint: silent.url, timeout_ms: 200 },
          narrow: { ...local, context_window: 10 },
          keyless: { kind: 'openai', model: 'm' },
        },
        prices: { 'local/m': { input: 1000, output: 1000 } },
        tools: [
          ...providersOf()
            .filter(({ id }) => !id.startsWith('stored-'))
            .map((provider) => toolOn(provider)),
          summarizer({ ...onLocal }),
          summarizer({ ...onLocal, name: 'Rare', rate_limit: 1 }),
          summarizer({ ...onLocal, name: 'Dear', budget_usd: 0.0001, max_tokens: 100 }),
          summarizer({ ...onLocal, name: 'Kept', cache_duration: 3600 }),
          summarizer({ name: 'Late', provider: 'silent' }),
          summarizer({ name: 'Narrow', provider: 'narrow' }),
          summarizer({ name: 'Keyless', provider: 'keyless' }),
          summarizer({ name: 'Helped', provider: 'silent', fallbacks: [{ ...onLocal, model: 'm' }] }),
        ],
        network: { allow_private_endpoints: SPOKEN_TO.map(({ kind }) => kind) },
        logs: { capture: 'all' },
        redis: { url: `redis://:${redisPassword}@127.0.0.1:9` },
        content: { types: { [ARTICLE]: { render: 'always', summary_field: 'content' } } },
      },
      files: HOST_LOG_FILES,
    }),
  );
  for (const name of ['completed', 'failed'] as const) {
    site.strapi.eventHub.on(`ai-tools.execution.${name}`, async (payload) => {
      seen.push([`the event execution.${name}`, JSON.stringify(payload)]);
    });
  }
  site.strapi.eventHub.on('ai-tools.provider.down', async (payload) => {
    seen.push(['the event provider.down', JSON.stringify(payload)]);
  });
  const hooks = site.strapi.plugin('ai-tools').service('hooks');
  hooks.beforeExecute(({ inputs }: { inputs: Record<string, unknown> }) => {
    if (inputs.content === 'throw') {
      throw new Error(`connect ECONNREFUSED https://me:${thrownPassword}@vault.internal/v1`);
    }
  });

  const user = await createUser(site, 'caller', [EXECUTE, FIND_TOOLS], basicPassword);
  password = basic(user.username, basicPassword);
  jwt = await createJwt(site, user);
  apiToken = await createApiToken(site, { name: 'token', type: 'full-access' });
  adminToken = await createAdminToken(site);
  admin = adminCallerWith(site, adminToken);
  secrets.push(
    secretOf('a JWT', jwt),
    secretOf('an API token', apiToken),
    secretOf('the token of an administrator', adminToken),
  );
  await grantPublic(site, [`${ARTICLE}.find`]);
  globalThis.fetch = recordingFetch;

  for (const { kind } of SPOKEN_TO) {
    const id = `stored-${kind}`;
    const stored = { kind, endpoint: urlOf(kind), api_key: keyOf.get(id), model: 'm' };
    expect(dataOf(await admin('PUT', `providers/${id}`, stored)).key.source).toBe('stored');
  }
  for (const provider of providersOf().filter(({ id }) => id.startsWith('stored-'))) {
    dataOf(await admin('POST', 'tools', { tool: toolOn(provider) }));
  }
});
afterAll(async () => {
  globalThis.fetch = ownFetch;
  for (const spy of consoleSpies) spy.mockRestore();
  for (const name of Object.keys(constants)) delete process.env[name];
  await site?.stop();
  await Promise.all([...doubles.values(), silent].map((double) => double?.stop()));
});

const playVendors = (): void => {
  for (const [kind, double] of doubles) answerLike(kind, double);
};

const keyIn = ({ headers }: SeenRequest): string => {
  const credential = headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key'];
  return String(credential).replace(/^Bearer /, '');
};

/** Everything that a thoughtless server may say about the key that it was given. */
const echo = (key: string): string =>
  [
    key,
    encodeURIComponent(key),
    JSON.stringify(key),
    Buffer.from(key).toString('base64'),
    Buffer.from(`user:${key}`).toString('base64'),
    Buffer.from(`:${key}`).toString('base64url'),
    `https://user:${key}@api.example.com/v1?key=${encodeURIComponent(key)}`,
  ].join(' ');

const echoHeaders = (key: string) => ({
  'x-echo': echo(key),
  'x-request-id': key,
  'www-authenticate': `Bearer realm="${encodeURIComponent(key)}"`,
  'set-cookie': `session=${encodeURIComponent(key)}`,
});

const echoBody = (kind: string, key: string): string =>
  JSON.stringify(
    kind === 'ollama'
      ? { error: echo(key) }
      : {
          type: 'error',
          error: { type: 't', message: echo(key) },
          message: echo(key),
          title: 't',
          detail: echo(key),
        },
  );

type Misbehaviour = (kind: string, key: string, response: ServerResponse) => void;

const failWith =
  (status: number): Misbehaviour =>
  (kind, key, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...echoHeaders(key) })
      .end(echoBody(kind, key));

const MISBEHAVIOURS: Record<string, Misbehaviour> = {
  'refuses the key': failWith(401),
  'finds fault with the request': failWith(400),
  'does not know the model': failWith(404),
  'is broken': failWith(500),
  redirects: (_kind, key, response) =>
    response
      .writeHead(307, { location: `https://user:${encodeURIComponent(key)}@example.com/?k=${key}` })
      .end(echo(key)),
  'says something else': (_kind, key, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...echoHeaders(key) }).end(`<p>${echo(key)}</p>`),
  'says something else in JSON': (_kind, key, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ said: echo(key) })),
  'breaks off a stream with an error': (kind, key, response) =>
    response
      .writeHead(200, { 'content-type': kind === 'ollama' ? 'application/x-ndjson' : 'text/event-stream' })
      .end(kind === 'ollama' ? `${echoBody(kind, key)}\n` : `event: error\ndata: ${echoBody(kind, key)}\n\n`),
  'hangs up': (_kind, _key, response) => void response.destroy(),
};

const misbehave = (misbehaviour: Misbehaviour): void => {
  for (const [kind, double] of doubles) {
    double.answer((request, response) => misbehaviour(kind, keyIn(request), response));
  }
};

const slugOf = (id: string): string => `on-${id}`;

const streamed = (slug: string, inputs: object = INPUTS) =>
  call(site, 'POST', `execute/${slug}?stream=true`, { authorization: password, body: inputs });

const inProcess = (slug: string, inputs: object = INPUTS, options: object = {}) =>
  site.strapi.plugin('ai-tools').service('execute').executeTool(slug, inputs, options);

/** Asks one provider in every way that there is. */
const ask = async (provider: { id: string; kind: string; method: string }): Promise<void> => {
  const { id } = provider;
  const slug = slugOf(id);
  const draft = { tool: toolOn(provider, { name: `Draft on ${id}` }), inputs: INPUTS };
  await execute(site, slug, INPUTS, password);
  await streamed(slug);
  seen.push(['an answer in process', JSON.stringify(await inProcess(slug))]);
  expect((await admin('POST', 'playground/run', draft)).status).toBe(200);
  expect((await admin('POST', `providers/${id}/test`, {})).status).toBe(200);
  // a list that is there is kept for a minute
  site.strapi.plugin('ai-tools').service('connections').forget();
  expect((await admin('POST', `providers/${id}/models`, {})).status).toBe(200);
};

/** One provider of each kind; over three rounds, those of every source. */
const oneOfEachKind = (round: number): ReturnType<typeof providersOf> =>
  SPOKEN_TO.flatMap(({ kind }) => {
    const candidates = providersOf().filter((provider) => provider.kind === kind);
    return candidates[round % candidates.length] ?? [];
  });

/** All files of the site, but for the one in which its owner has written keys. */
const readFiles = (): [place: string, text: string][] => {
  const { root } = site.strapi.dirs.app;
  const own = readdirSync(root).filter((name) => name !== 'node_modules');
  return own
    .flatMap((name) => {
      const file = path.join(root, name);
      if (!statSync(file).isDirectory()) return [file];
      return readdirSync(file, { recursive: true, encoding: 'utf8' }).map((inside) =>
        path.join(file, inside),
      );
    })
    .filter((file) => statSync(file).isFile() && !file.endsWith('config/plugins.js'))
    .map((file) => [`the file ${path.relative(root, file)}`, readFileSync(file, 'latin1')]);
};

test('providers that behave get their keys, each its own', async () => {
  await Promise.all(providersOf().map(ask));
  const keys = new Set([...doubles.values()].flatMap(({ requests }) => requests.map(keyIn)));
  for (const key of [...Object.values(constants), ...keyOf.values()]) expect(keys).toContain(key);
  const logs = await readLogs(site);
  expect(
    logs.filter(({ status, source }) => status === 'success' && source === 'rest').length,
  ).toBeGreaterThan(providersOf().length);
});

test.each(Object.entries(MISBEHAVIOURS))('a provider that %s', async (name, misbehaviour) => {
  misbehave(misbehaviour);
  await Promise.all(oneOfEachKind(Object.keys(MISBEHAVIOURS).indexOf(name)).map(ask));
  // as they are before the database has them
  seen.push(...readFiles().filter(([place]) => place.includes('journal')));
});

test('everything else that a tool is run by', async () => {
  playVendors();
  const { strapi } = site;
  const [first = '', second = ''] = await createArticles(site, 2, {
    content: 'The otters have a bridge. [ai_summary]',
    story: [
      {
        type: 'paragraph',
        block: 'mcp-for-wp/ai-summary',
        maxLength: 20,
        tool: '',
        children: [{ type: 'text', text: '' }],
      },
    ],
  });
  const shortcode = await strapi.plugin('ai-tools').service('shortcodes').render('[ai_summary]', INPUTS);
  expect(shortcode).toContain('ai-summary');
  const articles = await fetch(`${site.url}/api/articles?status=draft`);
  expect([articles.status, await articles.text()]).toEqual([200, expect.stringContaining('ai-summary')]);

  expect((await admin('GET', 'content/tools')).status).toBe(200);
  const block = { content_type: ARTICLE, block: { maxLength: 30, tool: '' }, entry: { content: 'Otters' } };
  expect((await admin('POST', 'content/preview', block)).status).toBe(200);
  const action = { tool: 'content-summarizer', inputs: INPUTS };
  expect((await admin('POST', 'content/run', action)).body).toContain('"result"');
  const mapping = {
    content_type: ARTICLE,
    tool: 'content-summarizer',
    mapping: { inputs: {}, target: null },
  };
  expect((await admin('PUT', 'content/mappings', mapping)).status).toBe(200);

  const { id } = await startRun(admin, orderFor([first]));
  expect((await untilEnded(admin, id)).state).toBe('finished');
  misbehave(failWith(400));
  const failing = await startRun(admin, orderFor([second]));
  await untilEnded(admin, failing.id);
  expect((await readItems(admin, failing.id)).map(({ state }) => state)).toEqual(['failed']);
});

test('every error that there is', async () => {
  playVendors();
  const local = doubles.get('openai-compatible');
  const run = (slug: string, body: unknown = INPUTS) => execute(site, slug, body, password);
  await run('content-summarizer', {});
  await run('content-summarizer', '[]');
  await run('nowhere');
  await Promise.all([run('rare'), run('rare')]);
  await run('dear');
  await run('narrow', { content: 'word '.repeat(500) });
  await run('keyless');
  await Promise.all([run('late'), run('helped')]);
  await inProcess('content-summarizer', INPUTS, { signal: AbortSignal.abort() });
  await run('content-summarizer', { content: 'throw' });
  const thrown = `connect ECONNREFUSED https://me:${thrownPassword}@vault.internal/v1`;
  await inProcess('content-summarizer', INPUTS, {
    onChunk: () => {
      throw new Error(thrown);
    },
  });
  local?.answerJson(completion('', 'content_filter'));
  await run('content-summarizer');
  local?.answerJson(completion(''));
  await run('content-summarizer');
  playVendors();

  await run('content-summarizer', { content: 'x'.repeat(2_000_000) });
  const others = [undefined, basic('caller', wrongPassword), `Bearer ${wrongToken}`, `Bearer ${jwt}x`];
  for (const authorization of others) await execute(site, 'content-summarizer', INPUTS, authorization);
  for (const authorization of [`Bearer ${jwt}`, `Bearer ${apiToken}`, basic('api-token', apiToken)]) {
    expect((await execute(site, 'content-summarizer', INPUTS, authorization)).status).toBe(200);
  }
  expect((await call(site, 'GET', 'tools', { authorization: password })).status).toBe(200);
  for (const key of [...keyOf.values(), ...Object.values(constants)]) {
    const content = `Mine is ${key}, or ${encodeURIComponent(key)}, ${Buffer.from(`:${key}`).toString('base64')}.`;
    expect((await run('kept', { content })).status).toBe(200);
  }
  const content = `Try ${vendorKey}, or Bearer ${bearer}, or ftp://me:${addressPassword}@files.example.com`;
  await run('kept', { content });

  const typed = { kind: 'openai', endpoint: urlOf('openai'), api_key: typedKey };
  misbehave(failWith(400));
  expect((await admin('POST', 'providers/new-one/test', typed)).body.data.ok).toBe(false);
  expect((await admin('POST', 'providers/new-one/models', typed)).body.data.problem).toEqual(
    expect.any(String),
  );
  const wrong = { ...typed, api_key: `${typedKey}\n—`, endpoint: `https://user:${typedKey}@example.com` };
  expect((await admin('PUT', 'providers/new-one', wrong)).status).toBe(400);

  const codes = new Set((await readLogs(site)).map(({ error_code }) => error_code));
  expect([...codes]).toEqual(
    expect.arrayContaining([...Object.keys(ERRORS), 'unauthorized', 'payload_too_large']),
  );
});

test('and everything that is shown in the panel or taken out of it', async () => {
  const rows = await readLogs(site);
  const paths = [
    ...[
      'providers',
      'settings',
      'tool-options',
      'tools?pageSize=100',
      'logs/status',
      'bulk-runs',
      'analytics/budgets',
    ],
    'logs?limit=100',
    'logs/export?format=csv',
    'logs/export?format=jsonl',
    `content/mappings?content_type=${ARTICLE}`,
    ...providersOf().map(({ id }) => `tool-options/${id}/models`),
    ...rows.filter((_, at) => at % 10 === 0).map(({ request_id }) => `logs/${String(request_id)}`),
  ];
  for (const address of paths)
    expect([address, (await admin('GET', address)).status]).toEqual([address, 200]);
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const analytics = await admin(
    'GET',
    `analytics?from=${today}&to=${tomorrow}&zone=UTC&bucket=hour&split=caller`,
  );
  expect(dataOf(analytics).totals.runs).toBeGreaterThan(0);

  const exported = dataOf(await admin('POST', 'tools/export', {}));
  expect(exported.tools.length).toBeGreaterThan(0);
  const step = { document: exported, on_conflict: 'rename', dry_run: true };
  expect(dataOf(await admin('POST', 'tools/import', step)).steps).toHaveLength(exported.tools.length);
  for (const provider of providersOf()) {
    const checked = dataOf(await admin('POST', 'tools/check', { tool: toolOn(provider) }));
    expect(checked.effective.provider.id).toBe(provider.id);
  }
  const order = orderFor(await createArticles(site, 1));
  expect(dataOf(await admin('POST', 'bulk-runs/estimate', order)).entries).toBe(1);
  // the provider still says the key in what it refuses
  expect(dataOf(await admin('POST', 'bulk-runs/preview', order)).error).toEqual(expect.any(Object));
  expect((await admin('PUT', 'settings', { 'logs.retention_days': 30 })).status).toBeLessThan(500);
  expect((await admin('DELETE', 'cache')).status).toBeLessThan(300);
});

// last: it looks back at everything above
test('no key, no password and no token is anywhere but where it was set', async () => {
  await flushLogs(site);
  await Promise.all(answers);
  const log = readHostLog(site);
  expect(log).toContain('POST /ai-tools/playground/run');

  const tables: { name: string }[] = await site.strapi.db
    .connection('sqlite_master')
    .select('name')
    .where({ type: 'table' });
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ai_tools_logs', 'ai_tools_providers', 'strapi_core_store_settings']),
  );
  for (const { name } of tables) {
    const rows: unknown[] = await site.strapi.db.connection(name).select('*');
    for (const row of rows) seen.push([`the table ${name}`, JSON.stringify(row)]);
  }
  seen.push(...readFiles());

  const places = new Set(seen.map(([place]) => place));
  expect(places).toContain('the file host.log');
  expect(places).toContain('the file data.db');
  expect(places).toContain('the event execution.failed');
  expect(places).toContain('an answer of /ai-tools/logs/export');
  expect([...places].some((place) => place.includes('ai-tools-journal'))).toBe(true);

  const search = createSecretSearch(secrets);
  // it would find what is there
  const [known] = secrets;
  expect(search('here', `x${Buffer.from(`a:${known?.value}`).toString('base64')}`)).toHaveLength(1);
  expect(search('here', `…${known?.core.slice(-9)}`)).toHaveLength(1);
  const inHex = Buffer.from(String(known?.core)).toString('hex');
  expect(search('here', inHex.slice(0, 16))).toHaveLength(1);
  // and no less, which numbers may have by chance
  expect(search('here', inHex.slice(0, 14))).toEqual([]);
  const found = seen.flatMap(([place, text]) => search(place, text));
  expect(found).toEqual([]);
});
