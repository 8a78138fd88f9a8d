import fc from 'fast-check';
import { summarizer } from '../support/execute';
import type { ToolDefinitionInput } from '../../server/src/engine/tool-definition';
import { KEYS, SECRET_TOOL } from './canaries';
import { oddText } from './garbage';
import { place } from './places';
import type { ProviderUrls } from './providers';

/** A few words, with one of them that no other request has. */
export const words: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('Otters', 'A text of some words.', 'Zeile eins\nZeile zwei') },
  { weight: 2, arbitrary: oddText },
  { weight: 3, arbitrary: fc.lorem({ maxCount: 12 }).map((text) => `${text} ${place('nonce')}`) },
);

const short = fc.constantFrom('formal', 'casual', 'creative');

const summary = fc.record(
  { content: words, max_length: fc.integer({ min: 1, max: 1000 }) },
  { requiredKeys: ['content'] },
);

const EVERY_TYPE = {
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 5000 },
    count: { type: 'integer', minimum: 1, maximum: 10, default: 3 },
    share: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
    style: { type: 'string', enum: ['formal', 'casual', 'creative'] },
    formal: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 5, uniqueItems: true },
    word: { type: 'string', pattern: '^(a+)+$' },
    mail: { type: 'string', format: 'email' },
    day: { type: 'string', format: 'date' },
    link: { type: 'string', format: 'uri' },
    nothing: { type: ['null', 'string'] },
    place: {
      type: 'object',
      properties: { name: { type: 'string' }, at: { type: 'array', items: { type: 'number' } } },
      required: ['name'],
    },
    any: { type: 'object' },
  },
  required: ['text'],
};

const everyType = fc.record(
  {
    text: words.filter((text) => text.length > 0 && text.length < 4000),
    count: fc.integer({ min: 1, max: 10 }),
    share: fc.constantFrom(0.5, 1, 2.5),
    style: short,
    formal: fc.boolean(),
    tags: fc.uniqueArray(fc.string({ maxLength: 8 }), { maxLength: 5 }),
    word: fc.constantFrom('a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
    mail: fc.constantFrom('ann@example.org'),
    day: fc.constantFrom('2026-11-01', '2024-02-29'),
    link: fc.constantFrom('https://example.org/a?b=c'),
    nothing: fc.constantFrom(null, 'x'),
    place: fc.record({ name: words, at: fc.array(fc.integer(), { maxLength: 3 }) }),
    any: fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
  },
  { requiredKeys: ['text'] },
);

const FUNCTIONS = [
  {
    name: 'get_weather',
    description: 'The weather of a place.',
    parameters: { type: 'object' as const, properties: { place: { type: 'string' } } },
  },
];

const LIQUID = `{% assign n = text | size %}{% for tag in tags limit: 3 %}{{ forloop.index }}. {{ tag | upcase | truncate: 10 }}
{% else %}none{% endfor %}{% case style %}{% when 'formal' %}Sir,{% else %}Hi{% endcase %}
{{ place.name | default: "nowhere" | split: " " | join: "-" }} {{ any }} {{ text | replace: "a", "{{text}}" }} {{ n | times: 3 }} {{ day | date: "%Y" }}`;

/** A tool from code, which no request can change, with how often it is asked for and what it takes. */
interface FuzzTool {
  weight: number;
  definition: Partial<ToolDefinitionInput> & { name: string };
  inputs: fc.Arbitrary<unknown>;
}

const onVendor = (kind: string, method: string): FuzzTool => ({
  weight: 2,
  definition: { name: `On ${kind}`, provider: kind, method },
  inputs: summary,
});

/** A provider that fails in one way, and seldom, since failing takes its time. */
const onFault = (mode: string): FuzzTool => ({
  weight: 1,
  definition: { name: `Fault ${mode}`, provider: `local-${mode}` },
  inputs: summary,
});

export const FAULTS = [
  'error',
  'busy',
  'unauthorized',
  'html',
  'cut',
  'slow',
  'refuse',
  'empty',
  'weird',
  'redirect',
  'hidden-error',
  'no-model',
  'too-long',
] as const;

export const CODE_TOOLS: FuzzTool[] = [
  { weight: 14, definition: { name: 'Content Summarizer' }, inputs: summary },
  {
    weight: 14,
    definition: {
      name: 'Every Type',
      input_schema: EVERY_TYPE,
      prompt_template:
        '{{text}} {{count}} {{share}} {{any}} {{place}} {{tags}} {{link}} {{mail}} {{nothing}} {{formal}} {{word}} {{day}} {{style}}',
    },
    inputs: everyType,
  },
  {
    weight: 8,
    definition: {
      name: 'Liquid',
      input_schema: EVERY_TYPE,
      prompt_template: LIQUID,
      system_instruction: 'Write {{style}}.',
    },
    inputs: everyType,
  },
  {
    weight: 8,
    definition: { name: 'Kept', cache_duration: 3600 },
    inputs: fc.constantFrom('a', 'b', 'c', 'd').map((content) => ({ content })),
  },
  {
    weight: 4,
    definition: {
      name: 'Secret Tool',
      provider: 'secret',
      cache_duration: 3600,
      system_instruction: SECRET_TOOL.system,
      prompt_template: `${SECRET_TOOL.prompt} {{content}}`,
    },
    inputs: summary,
  },
  { weight: 6, definition: { name: 'On Sandbox', provider: 'sandbox' }, inputs: summary },
  {
    weight: 5,
    definition: {
      name: 'Structured',
      provider: 'local-json',
      response_schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    },
    inputs: summary,
  },
  {
    weight: 4,
    definition: { name: 'Functions', provider: 'local-calls', functions: FUNCTIONS },
    inputs: summary,
  },
  { weight: 3, definition: { name: 'Limited', rate_limit: 30 }, inputs: summary },
  { weight: 3, definition: { name: 'Limited Per Caller', rate_limit_per_caller: 20 }, inputs: summary },
  { weight: 2, definition: { name: 'Broke', budget_usd: 0.000001, max_tokens: 100 }, inputs: summary },
  { weight: 2, definition: { name: 'Switched Off', enabled: false }, inputs: summary },
  { weight: 2, definition: { name: 'Without Provider', provider: 'unset' }, inputs: summary },
  {
    weight: 2,
    definition: { name: 'Raw Template', provider: 'local-raw', method: 'completions' },
    inputs: summary,
  },
  {
    weight: 1,
    definition: {
      name: 'Falls Back',
      provider: 'local-error',
      fallbacks: [
        { provider: 'local-html', model: 'm' },
        { provider: 'local', model: 'm' },
      ],
    },
    inputs: summary,
  },
  onVendor('openai', 'chat/completions'),
  onVendor('anthropic', 'messages'),
  onVendor('google', 'generateContent'),
  onVendor('mistral', 'chat/completions'),
  onVendor('ollama', 'chat'),
  onVendor('together', 'chat/completions'),
  onVendor('replicate', 'predictions'),
  ...FAULTS.map(onFault),
];

/** The slug that the site makes of a name such as these. */
export const slugOf = ({ definition }: FuzzTool): string =>
  definition.name.toLowerCase().replaceAll(' ', '-');

const VENDORS = ['openai', 'anthropic', 'google', 'mistral', 'ollama', 'together', 'replicate'];

/** The plugin's configuration: every kind of provider, each fault of one, and a tool for everything a tool can be. */
export const pluginConfig = (urls: ProviderUrls) => {
  const local = (mode: string, more: Record<string, unknown> = {}) => ({
    kind: 'openai-compatible',
    endpoint: `${urls.local}/${mode}/v1`,
    model: 'm',
    api_key: KEYS.configured,
    timeout_ms: 600,
    ...more,
  });
  return {
    providers: {
      local: local('ok', { timeout_ms: 20_000 }),
      secret: local('secret', { timeout_ms: 20_000 }),
      'local-json': local('json', { timeout_ms: 20_000 }),
      'local-calls': local('calls', { timeout_ms: 20_000 }),
      'local-raw': local('ok', {
        timeout_ms: 20_000,
        prompt_template: '<|im_start|>user\n{user}<|im_end|>\n<|im_start|>assistant\n{assistant}<|im_end|>',
      }),
      unset: { kind: 'openai-compatible' },
      ...Object.fromEntries(FAULTS.map((mode) => [`local-${mode}`, local(mode)])),
      ...Object.fromEntries(
        VENDORS.map((kind) => [
          kind,
          {
            endpoint: urls.vendors[kind],
            timeout_ms: 20_000,
            // this one has its key in the environment
            ...(kind !== 'openai' && { api_key: KEYS.configured }),
          },
        ]),
      ),
    },
    tools: CODE_TOOLS.map(({ definition }) => summarizer({ provider: 'local', ...definition })),
    prices: { 'local/m': { input: 1, output: 2 }, 'secret/m': { input: 1, output: 2 } },
    network: { allow_private_endpoints: [...VENDORS, 'openai-compatible'] },
  };
};
