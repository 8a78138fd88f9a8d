import fc from 'fast-check';
import { BUCKETS, SPLITS, STATUSES } from '../../contracts/analytics';
import { BULK_ITEM_STATES } from '../../contracts/bulk-runs';
import { LOG_SORTS } from '../../contracts/logs';
import { TOOL_SORTS } from '../../contracts/tool-admin';
import { IMPORT_CONFLICT_CHOICES } from '../../contracts/tool-files';
import { ADAPTERS } from '../../server/src/providers/registry';
import { ARTICLE } from '../support/article-site';
import { KEYS } from './canaries';
import { oddText } from './garbage';
import { place } from './places';
import { CODE_TOOLS, FAULTS, slugOf, words } from './tools';

/* What the admin routes take, when all is right. A route that is not here gets what is right for none. */

type Fields = Record<string, fc.Arbitrary<unknown>>;

export interface Shape {
  query?: Fields;
  body?: fc.Arbitrary<unknown>;
}

const some = (fields: Fields, required: string[] = []) => fc.record(fields, { requiredKeys: required });

const numbered = (name: 'tool' | 'updated' | 'log' | 'cursor' | 'newest' | 'bulk' | 'article', most = 8) =>
  fc.nat({ max: most }).map((index) => place(name, index));

const STORED = ['stored-summarizer', 'stored-kept', 'stored-on-stored', 'stored-broke'];
const slug = fc.constantFrom(...CODE_TOOLS.map(slugOf), ...STORED);

const PROVIDERS = [
  'local',
  'stored-one',
  'stored-two',
  'sandbox',
  'openai',
  'anthropic',
  'unset',
  'gone',
  'own',
];
const provider = fc.constantFrom(...PROVIDERS, ...FAULTS.slice(0, 4).map((mode) => `local-${mode}`));

const METHODS = [...new Set(ADAPTERS.flatMap(({ methods }) => [...methods]))];
const method = fc.oneof(
  { weight: 5, arbitrary: fc.constant('chat/completions') },
  { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
);

const property = fc.constantFrom<object>(
  { type: 'string' },
  { type: 'string', enum: ['a', 'b'], default: 'a' },
  { type: 'integer', minimum: 1, maximum: 5, default: 2 },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'array', items: { type: 'string' } },
  { type: 'object', properties: { a: { type: 'string' } } },
  { type: 'string', pattern: '^(a+)+$' },
  { type: 'string', format: 'date-time' },
  { oneOf: [{ type: 'string' }, { type: 'null' }] },
  { $ref: '#/$defs/x' },
);

const schema = fc
  .dictionary(
    fc.constantFrom('content', 'text', 'count', 'a', 'toString', 'max-length', '__proto__'),
    property,
    {
      maxKeys: 4,
    },
  )
  .map((more) => ({
    type: 'object',
    properties: { content: { type: 'string' }, ...more },
    required: ['content'],
  }));

const template = fc.oneof(
  { weight: 3, arbitrary: fc.constant('Summarise: {{content}}') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'Nothing of it',
      '{{content | upcase | truncate: 5}}',
      '{% if content %}{{content}}{% endif %}',
      '{% for i in (1..10) %}{{content}}{% endfor %}',
      '{{unknown}}',
      '{{content',
      '{% if %}',
      '{{ content | nofilter }}',
    ),
  },
);

const orNull = (arbitrary: fc.Arbitrary<unknown>) => fc.option(arbitrary, { freq: 4 });

const parameters: Fields = {
  max_tokens: orNull(fc.integer({ min: 1, max: 8192 })),
  temperature: orNull(fc.constantFrom(0, 0.5, 1)),
  top_p: orNull(fc.constantFrom(0, 0.5, 1)),
  top_k: orNull(fc.integer({ min: 1, max: 100 })),
};

const toolName = fc.oneof(
  fc.constantFrom('Stored Summarizer', 'Content Summarizer', 'Übersetzer', '!!!'),
  fc.string({ minLength: 1, maxLength: 20 }),
);

const toolFields: Fields = {
  name: toolName,
  description: words,
  provider,
  method,
  input_schema: schema,
  prompt_template: template,
  slug: orNull(fc.oneof(slug, fc.constantFrom('one', 'two', 'three'))),
  system_instruction: orNull(fc.constantFrom('Be brief.', 'For {{content}}.', '{{x}}')),
  model: orNull(fc.constantFrom('m', 'gpt-6', 'x'.repeat(255))),
  ...parameters,
  stop: orNull(fc.array(fc.constantFrom('\n', 'END'), { minLength: 1, maxLength: 4 })),
  functions: orNull(
    fc.constant([{ name: 'get', description: 'Gets.', parameters: { type: 'object', properties: {} } }]),
  ),
  response_schema: orNull(
    fc.constant({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }),
  ),
  rate_limit: orNull(fc.integer({ min: 1, max: 1000 })),
  rate_limit_per_caller: orNull(fc.integer({ min: 1, max: 1000 })),
  cache_duration: orNull(fc.integer({ min: 0, max: 1000 })),
  budget_usd: orNull(fc.constantFrom(0, 0.001, 100, 1e12)),
  fallbacks: orNull(fc.array(fc.record({ provider, model: fc.constant('m') }), { maxLength: 2 })),
  examples: orNull(
    fc.array(fc.record({ name: toolName, inputs: fc.record({ content: words }) }), { maxLength: 2 }),
  ),
  enabled: fc.boolean(),
};

const NEEDED = ['name', 'description', 'provider', 'method', 'input_schema', 'prompt_template'];

/** Most fields are left out, so that a draft has few things wrong with it. */
const fewMore = (fields: Fields, needed: string[]): fc.Arbitrary<unknown> =>
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(fields)), { maxLength: 5 })
    .chain((names) =>
      fc.record(
        Object.fromEntries(
          [...new Set([...needed, ...names])].map((name) => [name, fields[name] ?? fc.constant(1)]),
        ),
      ),
    );

const tool = fewMore(toolFields, NEEDED);
const toolChanges = fewMore(toolFields, []);

const endpoint = fc.constantFrom(
  'http://127.0.0.1:9/v1',
  'http://127.0.0.1:9/v1/',
  'http://localhost:9',
  'http://169.254.169.254/latest',
  'http://[::ffff:169.254.169.254]/',
  'http://0x7f.1:9',
  'http://2130706433:9/',
  'https://provider.example.org/v1',
  'http://user:password@127.0.0.1:9',
  'ftp://127.0.0.1',
  'file:///etc/passwd',
  'http://127.0.0.1:99999',
  'http://',
);

const providerChanges = fewMore(
  {
    kind: orNull(
      fc.constantFrom('openai-compatible', 'openai-compatible', ...ADAPTERS.map(({ kind }) => kind)),
    ),
    label: orNull(fc.constantFrom('Mine', 'x'.repeat(255))),
    endpoint: orNull(endpoint),
    api_key: orNull(
      fc.constantFrom(KEYS.typed, `${KEYS.typed}\n`, ` ${KEYS.typed} `, `${KEYS.typed}\0`, `${KEYS.typed}–`),
    ),
    model: orNull(fc.constantFrom('m', 'gpt-6')),
    ...parameters,
    // it becomes part of what every caller's provider hears: nothing that is one request's own
    system_instruction: orNull(fc.constantFrom('Be brief.', 'Sei knapp.\0', '{{content}}')),
    prompt_template: orNull(fc.constantFrom('<s>{user}{assistant}</s>', '{user}', 'none')),
    context_window: orNull(fc.integer({ min: 1, max: 10_000_000 })),
    timeout_ms: orNull(fc.integer({ min: 1, max: 2000 })),
    enabled: orNull(fc.boolean()),
  },
  [],
);

const settings = some({
  logs: some({
    capture: orNull(fc.constantFrom('none', 'errors', 'all')),
    retention_days: orNull(fc.integer({ min: 1, max: 100_000 })),
    max_body_bytes: orNull(fc.integer({ min: 256, max: 100_000 })),
  }),
  // what is too little stops most of what else is tried
  budget_usd: orNull(fc.constantFrom(100, 1e9, 0.5)),
  cache: some({ max_bytes: orNull(fc.integer({ min: 0, max: 10_000_000 })) }),
});

const field = fc.constantFrom(
  'title',
  'content',
  'summary',
  'story',
  'secret',
  'seo.description',
  'seo.quote.words',
  'quotes.0.words',
  'sections.0.description',
  'nothing',
  'documentId',
);
const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant(ARTICLE) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'plugin::users-permissions.user',
      'admin::user',
      'plugin::ai-tools.log',
      'plugin::ai-tools.provider',
      'shared.seo',
      'api::none.none',
      '__proto__',
    ),
  },
);
const inputs = fc.dictionary(
  fc.constantFrom('content', 'content', 'max_length', 'text'),
  fc.oneof(
    fc.record({ field }),
    words.map((value) => ({ value })),
    fc.constant({ value: 5 }),
  ),
  { maxKeys: 3 },
);
const soundInputs = fc.constant({ content: { field: 'content' } });

const order = fc.record(
  {
    content_type: contentType,
    locale: fc.oneof(
      { weight: 5, arbitrary: fc.constant('en') },
      { weight: 1, arbitrary: fc.constantFrom(null, 'de', 'xx') },
    ),
    document_ids: fc.array(
      fc.oneof({ weight: 8, arbitrary: numbered('article', 11) }, { weight: 1, arbitrary: oddText }),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    tool: fc.oneof(
      { weight: 3, arbitrary: fc.constant('content-summarizer') },
      { weight: 2, arbitrary: slug },
    ),
    inputs: fc.oneof({ weight: 3, arbitrary: soundInputs }, { weight: 1, arbitrary: inputs }),
    target: fc.oneof({ weight: 3, arbitrary: fc.constant('summary') }, { weight: 1, arbitrary: field }),
  },
  { requiredKeys: ['content_type', 'document_ids', 'tool', 'inputs', 'target'] },
);

const mapping = fc.record({ inputs, target: orNull(field) });

const entry = fc.record(
  {
    title: words,
    content: words,
    story: fc.constantFrom<unknown>(
      [{ type: 'paragraph', children: [{ type: 'text', text: 'Otters' }] }],
      [{ type: 'list', children: [{ type: 'list-item', children: [] }] }],
      'no blocks',
    ),
    seo: fc.constantFrom<unknown>({ description: 'x' }, null, []),
  },
  { requiredKeys: [] },
);

const runInputs = fc.oneof(fc.record({ content: words }), fc.constant({ text: 'x' }));

const moment = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '2026-11-01T00:00:00Z',
      '2020-01-01T00:00:00+02:00',
      '2030-01-01T00:00:00.000Z',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('2026-11-01', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'now'),
  },
);
const day = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 28 }).map((date) => `2026-11-${String(date).padStart(2, '0')}`),
  },
  { weight: 1, arbitrary: moment },
);
const flag = fc.constantFrom('true', 'false');

const logFilter: Fields = {
  tool: slug,
  provider,
  model: fc.constantFrom('m', 'gpt'),
  status: fc.constantFrom(...STATUSES),
  code: fc.constantFrom('invalid_input', 'provider_error', 'unauthorized', 'nonsense'),
  source: fc.constantFrom('rest', 'playground', 'field', 'bulk'),
  caller_type: fc.constantFrom('user', 'api-token', 'public', 'admin'),
  caller_id: fc.constantFrom('1', '2', 'x'),
  cached: flag,
  from: moment,
  to: moment,
  text: fc.constantFrom('input', '%', '_', "'", 'Ü', '\\', numberedText('log')),
  with_trials: flag,
};

function numberedText(name: 'log'): string {
  return place(name, 0);
}

const importDocument = fc.oneof(
  tool,
  fc.array(tool, { maxLength: 3 }),
  fc.record({
    format: fc.constantFrom('ai-tools', 'other'),
    version: fc.constantFrom(1, 2, '1'),
    tools: fc.array(tool, { maxLength: 3 }),
  }),
);

export const SHAPES: Record<string, Shape> = {
  'providers.update': { body: providerChanges },
  'providers.test': { body: providerChanges },
  'providers.listModels': { body: providerChanges },
  'settings.update': { body: settings },
  'tool-admin.find': {
    query: {
      search: fc.constantFrom('sum', 'stored kept', '%', "'", 'Ü'),
      provider,
      enabled: flag,
      defined_in: fc.constantFrom('site', 'code'),
      sort: fc.constantFrom(...TOOL_SORTS, ...TOOL_SORTS.map((sort) => `${sort}:desc`)),
      page: fc.constantFrom('1', '2', '1000000'),
      pageSize: fc.constantFrom('1', '50', '1000'),
    },
  },
  'tool-admin.create': { body: fc.record({ tool }) },
  'tool-admin.check': {
    body: fc.record(
      { tool: toolChanges, id: numbered('tool'), inputs: runInputs },
      { requiredKeys: ['tool'] },
    ),
  },
  'tool-files.export': {
    body: fc.record({ ids: fc.array(numbered('tool'), { maxLength: 4 }) }, { requiredKeys: [] }),
  },
  'tool-files.import': {
    body: fc.record(
      {
        document: importDocument,
        on_conflict: fc.constantFrom(...IMPORT_CONFLICT_CHOICES),
        choices: fc.dictionary(slug, fc.constantFrom(...IMPORT_CONFLICT_CHOICES), { maxKeys: 2 }),
        dry_run: fc.boolean(),
      },
      { requiredKeys: ['document'] },
    ),
  },
  'tool-admin.update': {
    // the number of the address again, so that it is the time of the same tool
    body: fc.record({ tool: toolChanges, updated_at: fc.constant(place('updated', 0)) }),
  },
  'tool-admin.setEnabled': { body: fc.record({ enabled: fc.boolean() }) },
  'playground.run': {
    body: fc.record(
      {
        tool: fc.oneof(tool, toolChanges),
        inputs: runInputs,
        id: numbered('tool'),
        target: fc.record({ provider, model: orNull(fc.constant('m')) }, { requiredKeys: ['provider'] }),
      },
      { requiredKeys: ['tool', 'inputs'] },
    ),
  },
  'logs.find': {
    query: {
      ...logFilter,
      sort: fc.constantFrom(...LOG_SORTS),
      order: fc.constantFrom('asc', 'desc'),
      limit: fc.constantFrom('1', '50', '200'),
      after: numbered('cursor'),
      before: numbered('cursor'),
      page: fc.constantFrom('first', 'last'),
      newer_than: fc.oneof(numbered('newest'), fc.constantFrom('0', '999999999999999')),
    },
  },
  'logs.export': {
    query: { ...logFilter, format: fc.constantFrom('csv', 'jsonl'), order: fc.constantFrom('asc', 'desc') },
  },
  'analytics.find': {
    query: {
      from: day,
      to: day,
      zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Nowhere/None'),
      bucket: fc.constantFrom(...BUCKETS),
      split: fc.constantFrom(...SPLITS),
      limit: fc.constantFrom('1', '50', '200'),
      compare: flag,
      with_trials: flag,
      tool: slug,
      provider,
      model: fc.constantFrom('m', ''),
      caller: fc.constantFrom('user:1', 'public'),
      status: fc.constantFrom(...STATUSES),
    },
  },
  'content-runs.run': { body: fc.record({ tool: slug, inputs: runInputs }, { requiredKeys: ['tool'] }) },
  'content-runs.findMappings': { query: { content_type: contentType } },
  'content-runs.saveMapping': { body: fc.record({ content_type: contentType, tool: slug, mapping }) },
  'bulk-runs.find': { query: { content_type: contentType } },
  'bulk-runs.begin': { body: order },
  'bulk-runs.estimate': { body: order },
  'bulk-runs.preview': { body: order },
  'bulk-runs.findItems': { query: { state: fc.constantFrom(...BULK_ITEM_STATES) } },
  'content.preview': {
    body: fc.record({
      content_type: contentType,
      block: fc.record({
        maxLength: fc.integer({ min: 1, max: 500 }),
        tool: fc.oneof(slug, fc.constant('')),
      }),
      entry,
    }),
  },
};

/** Queries that have to be there for anything to be answered. */
export const NEEDED_QUERIES: Record<string, string[]> = {
  'analytics.find': ['from', 'to'],
  'logs.export': ['format'],
  'content-runs.findMappings': ['content_type'],
};

/** For a route that nobody has written a shape for: what any other takes. */
export const ANY_SHAPE: Required<Shape> = {
  query: Object.assign({}, ...Object.values(SHAPES).map(({ query }) => query ?? {})),
  body: fc.oneof(...Object.values(SHAPES).flatMap(({ body }) => body ?? [])),
};

/** What stands in an address, by the name of the parameter and the route's first word. */
export const PARAMETERS: Record<string, fc.Arbitrary<string>> = {
  'providers/id': fc.constantFrom(...PROVIDERS, 'own-two'),
  'tool-options/provider': provider,
  'tools/id': fc.oneof(
    { weight: 4, arbitrary: numbered('tool') },
    { weight: 1, arbitrary: slug.map((it) => `code:${it}`) },
  ),
  'tools/slug': slug,
  'logs/requestId': numbered('log', 30),
  'bulk-runs/id': numbered('bulk', 20),
};
