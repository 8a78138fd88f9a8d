import { setTimeout as pause } from 'node:timers/promises';
import { ARTICLE } from '../support/article-site';
import { answerCounted, completion, holdRequests, untilTrue } from '../support/cached-site';
import { clearLogs, readLogs } from '../support/callers';
import { startContentSite } from '../support/content-site';
import type { ContentSite } from '../support/content-site';
import { readHostLog } from '../support/host-log';

let site: ContentSite;
beforeAll(async () => {
  site = await startContentSite();
});
afterAll(() => site?.stop());
beforeEach(async () => {
  site.provider.requests.length = 0;
  answerCounted(site.provider);
  await clearLogs(site);
});

const blocks = () => site.strapi.plugin('ai-tools').service('blocks');
const block = (changes = {}) => ({
  type: 'paragraph',
  block: 'mcp-for-wp/ai-summary',
  maxLength: 60,
  tool: '',
  children: [{ type: 'text', text: '' }],
  ...changes,
});
const summary = (text: string): string => `<div class="ai-summary-block">${text}</div>`;

const CONTENT = { content: 'The otters have a bridge.' };

test('a summary block is rendered to HTML, and to text for what shows no HTML', async () => {
  expect(await blocks().render(block(), CONTENT)).toBe(summary('answer 1'));
  expect(await blocks().renderNode(block(), CONTENT)).toEqual({
    html: summary('answer 2'),
    text: 'answer 2',
  });
  expect(site.prompts()[0]).toBe('Summarise in 60 words: The otters have a bridge.');
});

test('it summarizes the entry that it stands in, without itself', async () => {
  const story = [block(), { type: 'paragraph', children: [{ type: 'text', text: 'A story of otters.' }] }];
  await blocks().render(block(), { entry: { title: 'Otters', story }, contentType: ARTICLE });
  expect(site.prompts()).toEqual(['Summarise in 60 words: A story of otters.']);
});

test('its tool and its length may be left out, or be nonsense', async () => {
  const { maxLength: _maxLength, tool: _tool, ...bare } = block();
  await blocks().render(bare, CONTENT);
  await blocks().render(block({ maxLength: 'many', tool: 5 }), CONTENT);
  await blocks().render(block({ maxLength: -1 }), CONTENT);
  await blocks().render(block({ maxLength: 2.5, tool: 'text-studio' }), CONTENT);
  expect(site.prompts()).toEqual([
    ...Array(3).fill('Summarise in 100 words: The otters have a bridge.'),
    'The otters have a bridge.|2|||',
  ]);
});

test('an answer is text in both outputs, whatever is in it', async () => {
  const answer = `<script>alert("1")</script>\n[ai_summary] <b>It's</b> & more`;
  site.provider.answerJson(completion(answer));
  expect(await blocks().renderNode(block(), CONTENT)).toEqual({
    html: summary(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;<br>[ai_summary] &lt;b&gt;It&#39;s&lt;/b&gt; &amp; more',
    ),
    text: answer,
  });
  expect(site.provider.requests).toHaveLength(1);
});

test('what fails is empty, and the log says why', async () => {
  const empty = { html: '', text: '' };
  expect(await blocks().renderNode(block({ tool: 'nope' }), CONTENT)).toEqual(empty);
  expect(await blocks().renderNode(block({ tool: 'rare' }), CONTENT)).not.toEqual(empty);
  expect(await blocks().renderNode(block({ tool: 'rare' }), CONTENT)).toEqual(empty);
  site.provider.answerJson(completion(''));
  expect(await blocks().renderNode(block(), CONTENT)).toEqual(empty);
  expect(await blocks().render(block(), CONTENT)).toBe('');
  expect(await blocks().render(block())).toBe('');
  expect((await readLogs(site)).map((row) => [row.source, row.error_code])).toEqual([
    ['block', 'tool_not_found'],
    ['block', null],
    ['block', 'rate_limit_exceeded'],
    ['block', 'empty_completion'],
    ['block', 'empty_completion'],
  ]);
});

test('the log has on whose behalf it ran', async () => {
  const caller = { type: 'api-token', id: '3', label: 'front end', address: null };
  await blocks().render(block(), { ...CONTENT, caller });
  expect(await readLogs(site)).toMatchObject([
    { source: 'block', caller_type: 'api-token', caller_id: '3', caller_label: 'front end' },
  ]);
});

test('a signal ends it, and lets the provider go', async () => {
  const leave = new AbortController();
  const { held, seen } = holdRequests(site.provider);
  const rendering = blocks().render(block(), { ...CONTENT, signal: leave.signal });
  await untilTrue(() => held.length === 1);
  leave.abort();
  expect(await rendering).toBe('');
  await untilTrue(() => seen.brokenOff === 1);
});

test.each([
  ['an ordinary paragraph', { type: 'paragraph', children: [] }],
  ['a block that nobody registered', { type: 'paragraph', block: 'shop/unknown', children: [] }],
  ['no node', null],
  ['a text', 'mcp-for-wp/ai-summary'],
  ['a name of no text', { block: { toString: 1 } }],
])('%s renders to nothing', async (_name, node) => {
  expect(await blocks().render(node, CONTENT)).toBe('');
});

test("a site's own block gives HTML, or HTML and text, and may run tools", async () => {
  blocks().register(
    'shop/price',
    ({ sku }: { sku: string }) => `<p class="price">${sku}: 5 &euro; &amp; <b>more</b></p>`,
  );
  blocks().register(
    'shop/both',
    async (
      _node: unknown,
      {
        runTool,
        entry,
      }: {
        runTool(slug: string, inputs: object): Promise<string>;
        entry: { title: string };
      },
    ) => ({ html: '<hr>', text: await runTool('content-summarizer', { content: entry.title }) }),
  );
  expect(await blocks().renderNode({ block: 'shop/price', sku: 'A1' })).toEqual({
    html: '<p class="price">A1: 5 &euro; &amp; <b>more</b></p>',
    text: 'A1: 5 &euro; & more',
  });
  expect(await blocks().renderNode({ block: 'shop/both' }, { entry: { title: 'T' } })).toEqual({
    html: '<hr>',
    text: 'answer 1',
  });
  blocks().register('shop/both', () => 'replaced');
  expect(await blocks().render({ block: 'shop/both' })).toBe('replaced');
});

test('whoever renders may run the tools', async () => {
  const runTool = () => Promise.resolve('from <elsewhere>');
  expect(await blocks().render(block(), CONTENT, runTool)).toBe(summary('from &lt;elsewhere&gt;'));
  expect(await readLogs(site)).toEqual([]);
});

test.each([[''], ['a b'], ['/a'], ['<a>'], ['x'.repeat(101)], [undefined]])(
  'the name %j is refused in words',
  (name) => {
    expect(() => blocks().register(name, () => '')).toThrow(/cannot be the name of a block: it takes/);
  },
);

test.each([
  [
    'throws',
    () => {
      throw new Error('thrown-by-block');
    },
    'thrown-by-block',
  ],
  ['gives half', () => ({ html: '<p>x</p>' }), 'must give a string, or { html, text }'],
])('a handler that %s leaves nothing, and a line in the log of the host', async (_name, handler, words) => {
  blocks().register('shop/faulty', handler);
  expect(await blocks().renderNode({ block: 'shop/faulty' })).toEqual({ html: '', text: '' });
  while (!readHostLog(site).includes(words)) await pause(5);
  expect(readHostLog(site)).toContain('[ai-tools] the block "shop/faulty" failed');
});
