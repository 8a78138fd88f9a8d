import { ARTICLE } from '../support/article-site';
import { answerCounted, completion, holdRequests, untilTrue } from '../support/cached-site';
import { clearLogs, readLogs } from '../support/callers';
import { startContentSite } from '../support/content-site';
import type { ContentSite } from '../support/content-site';
import { readHostLog } from '../support/host-log';

const MOST_AT_A_TIME = 3;

let site: ContentSite;
beforeAll(async () => {
  site = await startContentSite({
    plugin: {
      content: { max_concurrent: MOST_AT_A_TIME, types: { [ARTICLE]: { summary_field: 'content' } } },
    },
    files: {
      'src/index.js': `
        module.exports = {
          register({ strapi }) {
            const shortcodes = strapi.plugin('ai-tools').service('shortcodes');
            shortcodes.register('from_site', async ({ name, attributes, content }, { entry }) =>
              '<i>' + JSON.stringify([name, attributes, content, entry.title]) + '</i>');
          },
        };`,
    },
  });
});
afterAll(() => site?.stop());
beforeEach(async () => {
  site.provider.requests.length = 0;
  answerCounted(site.provider);
  await clearLogs(site);
});

const shortcodes = () => site.strapi.plugin('ai-tools').service('shortcodes');
const render = (text: unknown, context?: object): Promise<string> => shortcodes().render(text, context);
const summary = (text: string): string => `<div class="ai-summary">${text}</div>`;

const CONTENT = { content: 'The otters have a bridge.' };
const PROMPT = 'Summarise in 100 words: The otters have a bridge.';

test('a shortcode is replaced by a summary, and the text around it is left as it is', async () => {
  const around = ['<p>"Before" [not one] &amp; \ud83d[\n', '] [[ai_summary]] [other/]\r\n'];
  expect(await render(around.join('[ai_summary]'), CONTENT)).toBe(
    `${around[0]}${summary('answer 1')}] [ai_summary] [other/]\r\n`,
  );
  expect(site.prompts()).toEqual([PROMPT]);
});

test('its attributes are inputs, as the schema of the tool has them', async () => {
  await render('[ai_summary max_length="60" color="red"]', CONTENT);
  await render(
    `[ai_summary tool='text-studio' max_length=7 style="It's" tags="a, b" formal=true /]`,
    CONTENT,
  );
  expect(site.prompts()).toEqual([
    'Summarise in 60 words: The otters have a bridge.',
    `The otters have a bridge.|7|It's|["a","b"]|true`,
  ]);
});

test('what is enclosed is summarized; with nothing in it, what the shortcode stands in', async () => {
  await render('[ai_summary]An enclosed text.[/ai_summary]', CONTENT);
  await render('[ai_summary] [/ai_summary]', CONTENT);
  expect(site.prompts()).toEqual(['Summarise in 100 words: An enclosed text.', PROMPT]);
});

test('the text of an entry is summarized without shortcodes and blocks, never a private field', async () => {
  const paragraph = (text: string, more = {}) => ({
    type: 'paragraph',
    children: [{ type: 'text', text }],
    ...more,
  });
  const entry = {
    documentId: 'x'.repeat(200),
    title: 'Otters',
    secret: 'A secret that is much longer than all the others',
    content: 'A text. [ai_summary]',
    story: [paragraph('An old summary', { block: 'mcp-for-wp/ai-summary' }), paragraph('A story of otters.')],
  };
  await render('[ai_summary]', { entry, contentType: 'plugin::users-permissions.user' });
  await render('[ai_summary]', { entry: { ...entry, secret: null } });
  await render('[ai_summary]', { entry, contentType: ARTICLE });
  expect(site.prompts()).toEqual([
    // this type has no such texts, and knows nothing of the rest
    'Summarise in 100 words: A story of otters.',
    'Summarise in 100 words: A text.',
  ]);
});

test('without a text nothing is run', async () => {
  expect(await render('a[ai_summary]b')).toBe('ab');
  expect(await render('a[ai_summary]b', { content: '' })).toBe('ab');
  expect(await render('a[ai_summary]b', { entry: { content: '[ai_summary]' } })).toBe('ab');
  expect([await readLogs(site), site.prompts()]).toEqual([[], []]);
  expect(await render(null)).toBe('');
});

test('an answer is text, whatever is in it, and no shortcode', async () => {
  site.provider.answerJson(
    completion(`<script>alert("1")</script>\n\n[ai_summary] [from_site] **It's** & [x](javascript:1)`),
  );
  expect(await render('[ai_summary]', CONTENT)).toBe(
    summary(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;<br><br>[ai_summary] [from_site] &#42;&#42;It&#39;s&#42;&#42; &amp; [x&#93;(javascript:1)',
    ),
  );
  expect(site.provider.requests).toHaveLength(1);
});

test.each([
  ['an unknown tool', 'nope', 'tool_not_found'],
  ['no slug at all', '../x', 'tool_not_found'],
  ['a tool that is switched off', 'switched-off', 'tool_not_found'],
  ['a wrong attribute', 'content-summarizer" max_length="few', 'invalid_input'],
])('%s leaves it empty, and the log says why', async (_name, tool, code) => {
  expect(await render(`a[ai_summary tool="${tool}"]b`, CONTENT)).toBe('ab');
  expect(await readLogs(site)).toMatchObject([{ source: 'shortcode', status: 'error', error_code: code }]);
});

test('so do a used-up limit, a provider that fails and one that says nothing', async () => {
  expect(await render('[ai_summary tool=rare]', CONTENT)).toBe(summary('answer 1'));
  expect(await render('[ai_summary tool=rare]', CONTENT)).toBe('');
  site.provider.answerJson({ error: { message: 'no' } }, 400);
  expect(await render('[ai_summary]', CONTENT)).toBe('');
  site.provider.answerJson(completion(''));
  expect(await render('[ai_summary]', CONTENT)).toBe('');
  site.provider.answerJson(completion(' \n '));
  expect(await render('[ai_summary]', CONTENT)).toBe('');
  expect((await readLogs(site)).map((row) => row.error_code)).toEqual([
    null,
    'rate_limit_exceeded',
    'provider_error',
    'empty_completion',
    expect.anything(),
  ]);
});

test('the log has on whose behalf it ran', async () => {
  const caller = { type: 'user', id: '7', label: 'ann', address: '192.0.2.1' };
  await render('[ai_summary]', { ...CONTENT, caller });
  await render('[ai_summary]', CONTENT);
  expect(await readLogs(site)).toMatchObject([
    { source: 'shortcode', caller_type: 'user', caller_id: '7', caller_label: 'ann' },
    { source: 'shortcode', caller_type: 'internal', caller_id: null },
  ]);
});

test('a signal ends it: what is there stays, the rest is empty, and the provider is let go', async () => {
  const leave = new AbortController();
  const { held, seen } = holdRequests(site.provider);
  shortcodes().register('endless', () => new Promise(() => {}));
  const rendering = render('a[from_site][ai_summary]b[endless]c', {
    ...CONTENT,
    entry: { title: 'T' },
    signal: leave.signal,
  });
  await untilTrue(() => held.length === 1);
  leave.abort();
  expect(await rendering).toBe('a<i>["from_site",{},null,"T"]</i>bc');
  await untilTrue(() => seen.brokenOff === 1);
  await untilTrue(async () => (await readLogs(site)).length === 1);
  expect(await readLogs(site)).toMatchObject([{ status: 'cancelled' }]);

  expect(await render('a[ai_summary]b', { ...CONTENT, signal: AbortSignal.abort() })).toBe('ab');
  expect(site.provider.requests).toHaveLength(1);
});

test("a site's own shortcode gets name, attributes, what is enclosed, and what it stands in", async () => {
  expect(await render('[from_site a="1" b=2]<b>[[x]][/from_site]', { entry: { title: 'T' } })).toBe(
    '<i>["from_site",{"a":"1","b":"2"},"<b>[[x]]","T"]</i>',
  );
});

test('it runs tools, and what is nested in it is rendered first', async () => {
  shortcodes().register(
    'box',
    async (
      { content }: { content: string },
      {
        runTool,
        content: own,
      }: {
        runTool(slug: string, inputs: object): Promise<string>;
        content: string;
      },
    ) =>
      `<b>${content}|${await runTool('content-summarizer', { content: own })}|${await runTool('nope', {})}</b>`,
  );
  expect(await render('[box][ai_summary]one[/ai_summary] [box]two[/box][/box]', CONTENT)).toMatch(
    /^<b><div class="ai-summary">answer \d<\/div> <b>two\|answer \d\|<\/b>\|answer 3\|<\/b>$/,
  );
  expect((await readLogs(site)).map((row) => row.source)).toEqual(Array(5).fill('shortcode'));
});

test('it can show a text as it is', async () => {
  shortcodes().register('shown', (_shortcode: unknown, { toHtml }: { toHtml(text: string): string }) =>
    toHtml('<b>"It\'s"</b>\n[shown]'),
  );
  expect(await render('[shown]')).toBe('&lt;b&gt;&quot;It&#39;s&quot;&lt;/b&gt;<br>[shown]');
});

test('whoever renders may run the tools', async () => {
  const asked: unknown[] = [];
  const runTool = (...run: unknown[]) => {
    asked.push(run);
    return Promise.resolve('from <elsewhere>');
  };
  expect(await shortcodes().render('[ai_summary max_length=5]', CONTENT, runTool)).toBe(
    summary('from &lt;elsewhere&gt;'),
  );
  expect(asked).toEqual([['content-summarizer', { max_length: 5, content: CONTENT.content }]]);
  expect(await readLogs(site)).toEqual([]);
});

test('a second handler of a name replaces the first', async () => {
  shortcodes().register('twice', () => 'first');
  shortcodes().register('twice', () => 'second');
  expect(await render('[twice]')).toBe('second');
});

test.each([[''], ['a b'], ['1a'], ['a]'], ['a/b'], ['ü'], ['x'.repeat(65)], [null]])(
  'the name %j is refused in words',
  (name) => {
    expect(() => shortcodes().register(name, () => '')).toThrow(
      /cannot be the name of a shortcode: it takes/,
    );
  },
);

test('so is a handler that is none', () => {
  expect(() => shortcodes().register('fine', 'text')).toThrow(
    'The handler of the shortcode "fine" must be a function.',
  );
});

test.each([
  [
    'throws',
    () => {
      throw new Error('thrown-by-handler');
    },
    'thrown-by-handler',
  ],
  ['rejects', () => Promise.reject(new Error('rejected-by-handler')), 'rejected-by-handler'],
  ['gives no text', () => undefined, 'must give a string'],
])(
  'a handler that %s leaves its place empty, and a line in the log of the host',
  async (name, handler, words) => {
    shortcodes().register('faulty', handler);
    expect(await render('a[faulty]b[year]c')).toBe('ab[year]c');
    await untilTrue(() => readHostLog(site).includes(words));
    expect(readHostLog(site)).toContain('[ai-tools] the shortcode "faulty" failed');
    expect(name).toBeTruthy();
  },
);

test('no more run at a time than the site allows', async () => {
  let running = 0;
  let most = 0;
  shortcodes().register('slow', async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return '.';
  });
  expect(await render('[slow]'.repeat(20))).toBe('.'.repeat(20));
  expect(most).toBe(MOST_AT_A_TIME);
});

test('a text of a hundred thousand nested shortcodes neither hangs nor is lost', async () => {
  const text = `${'[box]'.repeat(100_000)}${'[/faulty][ai_summary x="'.repeat(100_000)}`;
  shortcodes().register('box', () => '');
  expect(await render(text)).toBe('[/faulty][ai_summary x="'.repeat(100_000));
});
