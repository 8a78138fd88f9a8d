import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { sampleInputs } from '../../contracts/sample-inputs';
import { createSnippets } from '../../contracts/snippets';
import { compileInputSchema } from '../../server/src/engine/input-schema';

const PLACE = { apiUrl: 'https://example.com/api/' };
const toolWith = (inputs: Record<string, unknown>) => ({
  slug: 'my-tool',
  input_schema: { type: 'object', properties: {} },
  examples: [{ name: 'First', inputs }],
});

/** What curl would be given by a shell. */
const argumentsOf = (shell: string, snippet: string): string[] =>
  execFileSync(shell, ['-c', `curl() { printf '%s\\0' "$@"; }\n${snippet}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

interface Fetched {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

const fetchedBy = async (snippet: string): Promise<Fetched> => {
  let fetched: Fetched | undefined;
  const answer = { choices: [{ message: { content: '' } }] };
  const fetch = async (url: string, options: Omit<Fetched, 'url'>) => {
    fetched = { url, ...options };
    return { json: async () => answer };
  };
  await new AsyncFunction('fetch', 'console', snippet)(fetch, { log: () => {} });
  if (!fetched) throw new Error('nothing was fetched');
  return fetched;
};

const HOSTILE = {
  content: `It's $(touch /tmp/x) \`id\` "quoted" \\ !! %s
newline \t </script><!-- <b> ’ü😀 \u2028`,
  list: ["'", '"', '$HOME', ''],
  deep: { 'a"b': { "c'd": null } },
  count: -1.5,
  flag: false,
};

const anyInputs = fc.dictionary(
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/),
  fc.jsonValue({ stringUnit: 'binary' }),
);

test.each(['bash', 'sh'])('a shell (%s) hands curl the inputs as they are', (shell) => {
  const { curl } = createSnippets(toolWith(HOSTILE), PLACE);
  const [, , url, , user, , header, , data, ...others] = argumentsOf(shell, curl);
  expect([url, user, header, others]).toEqual([
    'https://example.com/api/ai-tools/v1/execute/my-tool',
    'USERNAME:PASSWORD',
    'Content-Type: application/json',
    [],
  ]);
  expect(JSON.parse(data ?? '')).toEqual(HOSTILE);
});

test('whatever the inputs and the credentials are, curl gets them', () => {
  const text = fc.string({
    minLength: 1,
    unit: fc.constantFrom("'", '"', '\\', '$', '`', '!', ' ', '\n', 'a', '-'),
  });
  fc.assert(
    fc.property(anyInputs, text, (inputs, password) => {
      const { curl } = createSnippets(toolWith(inputs), {
        ...PLACE,
        credentials: { username: 'u', password },
      });
      const given = argumentsOf('bash', curl);
      expect(given[4]).toBe(`u:${password}`);
      expect(given[8]).toBe(JSON.stringify(inputs));
    }),
    { numRuns: 100 },
  );
});

test('whatever the inputs are, fetch and executeTool get them, and no script around them ends', async () => {
  await fc.assert(
    fc.asyncProperty(anyInputs, async (inputs) => {
      const snippets = createSnippets(toolWith(inputs), PLACE);
      const { url, method, body } = await fetchedBy(snippets.fetch);
      expect([url, method]).toEqual(['https://example.com/api/ai-tools/v1/execute/my-tool', 'POST']);
      expect(body).toBe(JSON.stringify(inputs));

      let called: unknown[] = [];
      const executeTool = async (...given: unknown[]) => {
        called = given;
        return { choices: [{ message: { content: '' } }] };
      };
      const strapi = {
        plugin: (id: string) => ({
          service: (name: string) => id === 'ai-tools' && name === 'execute' && { executeTool },
        }),
      };
      await new AsyncFunction('strapi', 'console', snippets.executeTool)(strapi, { log: () => {} });
      expect(JSON.stringify(called)).toBe(JSON.stringify(['my-tool', inputs]));
      expect(snippets.fetch).not.toMatch(/<\/|<!/);
    }),
  );
});

test('an own __proto__ stays a name', async () => {
  const inputs = { deep: JSON.parse('{"__proto__": {"a": 1}, "text": "\\"__proto__\\":"}') };
  expect((await fetchedBy(createSnippets(toolWith(inputs), PLACE).fetch)).body).toBe(JSON.stringify(inputs));
});

test.each([
  ['plain', 'secret'],
  ['Ärzte', 'pässwörd 😀'],
])('the credentials of %s are sent as UTF-8', async (username, password) => {
  const { fetch } = createSnippets(toolWith({}), { ...PLACE, credentials: { username, password } });
  const { headers } = await fetchedBy(fetch);
  expect(Buffer.from(headers.Authorization?.slice('Basic '.length) ?? '', 'base64').toString()).toBe(
    `${username}:${password}`,
  );
});

test('without an example the inputs are made of the schema: what is required, of every type', () => {
  const input_schema = {
    type: 'object',
    properties: {
      content: { type: 'string', description: 'The text', required: true },
      style: { type: 'string', enum: ['formal', 'casual'] },
      size: { type: 'integer', minimum: 10 },
      ratio: { type: 'number', exclusiveMinimum: 0, maximum: 1, multipleOf: 0.5 },
      flag: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string', minLength: 3, maxLength: 5 }, minItems: 2 },
      place: {
        type: 'object',
        properties: { city: { type: 'string' }, zip: { type: 'string' } },
        required: ['city'],
      },
      day: { type: 'string', format: 'date' },
      either: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      fixed: { const: 'this' },
      maybe: { type: ['null', 'string'] },
      optional: { type: 'string' },
    },
    required: ['style', 'size', 'ratio', 'flag', 'tags', 'place', 'day', 'either', 'fixed', 'maybe'],
  };
  const inputs = sampleInputs(input_schema);
  const compiled = compileInputSchema(input_schema);
  if ('faults' in compiled) throw new Error(compiled.faults.join(' '));
  expect(compiled.validate(inputs)).toEqual({ inputs });
  expect(Object.keys(inputs)).not.toContain('optional');
  expect(inputs).toMatchObject({ content: 'The text', style: 'formal', size: 10, day: '2026-01-31' });
});

test('a shortcode names the tool and what an attribute can hold', () => {
  const inputs = { content: 'x', max_length: 60, style: 'casual', tags: ['a'], note: 'say "hi"', odd: 'a]b' };
  expect(createSnippets(toolWith(inputs), PLACE).shortcode).toBe(
    '[ai_summary tool="my-tool" max_length="60" style="casual"]',
  );
});

test('the input that the text of an entry goes to is no attribute', () => {
  const tool = {
    slug: 'text-studio',
    input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  };
  expect(createSnippets(tool, PLACE).shortcode).toBe('[ai_summary tool="text-studio"]');
});

test.each([
  [{ content: 'x', max_length: 60 }, 60],
  [{ content: 'x' }, 100],
])('the block of %j has the length %s', (inputs, maxLength) => {
  expect(JSON.parse(createSnippets(toolWith(inputs), PLACE).block)).toEqual({
    type: 'paragraph',
    block: 'mcp-for-wp/ai-summary',
    maxLength,
    tool: 'my-tool',
    children: [{ type: 'text', text: '' }],
  });
});

test('a schema that asks for a billion of something gets a sample that can be shown', () => {
  const inputs = sampleInputs({
    properties: {
      text: { type: 'string', minLength: 1e9 },
      list: { type: 'array', minItems: 1e9, items: { type: 'integer' } },
    },
  });
  expect(JSON.stringify(inputs).length).toBeLessThan(5000);
});
