import { parseConfig } from '../../server/src/config';

const complaint = (config: unknown): string => {
  try {
    parseConfig(config);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

test('nothing set is a valid configuration with the documented defaults', () => {
  expect(parseConfig({})).toEqual({
    providers: {},
    tools: [],
    prices: {},
    cache: { max_bytes: 67_108_864 },
    limits: { store: 'database', on_failure: 'allow' },
    budget_usd: null,
    redis: null,
    logs: {
      capture: 'none',
      max_body_bytes: 65_536,
      redact: [],
      retention_days: 90,
      durability: 'journal',
      journal_folder: '.tmp/ai-tools-journal',
    },
    content: {
      shortcodes: true,
      summary_tool: 'content-summarizer',
      types: {},
      max_concurrent: 4,
      deadline_ms: 10_000,
    },
    network: { allow_private_endpoints: ['ollama', 'openai-compatible'] },
  });
});

test('a content type that says no more is rendered for who asks, from the longest text', () => {
  expect(parseConfig({ content: { types: { 'api::article.article': {} } } }).content.types).toEqual({
    'api::article.article': { render: 'on-request', summary_field: null },
  });
});

test.each([
  [{ provider: {} }, 'provider: is not a known setting.'],
  [{ limits: { store: 'mysql' } }, 'limits.store:'],
  [{ limits: { store: 'redis' } }, 'limits.store: needs redis.url'],
  [{ budget_usd: -1 }, 'budget_usd:'],
  [{ logs: { capture: 'some' } }, 'logs.capture:'],
  [{ logs: { redact: ['name'] } }, 'logs.redact[0]: must be "email", "phone", "card", a regular'],
  [{ logs: { redact: ['email', /(?=a)b/] } }, 'logs.redact[1]: /(?=a)b/ needs backtracking'],
  [{ logs: { keep: 1 } }, 'logs.keep: is not a known setting.'],
  [{ content: { types: { article: {} } } }, 'content.types.article: must be the uid of a content type'],
  [{ content: { types: { 'api::a.a': { render: 'never' } } } }, 'content.types.api::a.a.render:'],
  [{ content: { max_concurrent: 0 } }, 'content.max_concurrent:'],
  [{ redis: { url: 'http://localhost' } }, 'redis.url:'],
  [{ cache: { max_bytes: -1 } }, 'cache.max_bytes:'],
  [{ prices: { 'gpt-6-luna': { input: 1, output: 1 } } }, 'prices.gpt-6-luna:'],
  [{ prices: { 'openai/x': { input: 1 } } }, 'prices.openai/x.output:'],
  [{ providers: { openai: { temperature: 2 } } }, 'providers.openai.temperature:'],
  [{ providers: { openai: { key: 'x' } } }, 'providers.openai.key: is not a known setting.'],
  [
    { providers: { openai: { endpoint: 'http://127.0.0.1/v1' } } },
    'providers.openai.endpoint: is on a private network.',
  ],
  [{ providers: { local: { endpoint: 'https://example.org' } } }, 'providers.local.kind: must be one of'],
  [{ providers: { 'My Server': { kind: 'openai' } } }, 'providers.My Server.provider_id:'],
  [{ tools: {} }, 'tools:'],
])('%j is refused by the name of its key', (config, message) => {
  expect(complaint(config)).toContain(message);
});

test('every faulty key is named at once', () => {
  const message = complaint({ limits: { store: 'x' }, providers: { openai: { top_k: 0 } }, unknown: 1 });
  expect(message).toContain('limits.store');
  expect(message).toContain('unknown');
  expect(message).toContain('providers.openai.top_k');
});

test('a list that is shorter than the default can be set', () => {
  expect(parseConfig({ network: { allow_private_endpoints: [] } }).network.allow_private_endpoints).toEqual(
    [],
  );
});
