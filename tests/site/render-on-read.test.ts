import { ARTICLE } from '../support/article-site';
import { createAdminToken } from '../support/admin-caller';
import { holdRequests, untilTrue } from '../support/cached-site';
import { clearLogs, createApiToken, createJwt, createUser, readLogs } from '../support/callers';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import {
  answerPrompts,
  CATEGORY,
  createEntry,
  HOME,
  NOTE,
  read,
  startReadingSite,
  SUMMARY_NODE,
  updateEntry,
} from '../support/reading-site';
import type { AnsweringProvider } from '../support/reading-site';
import type { Site } from '../support/site';

const MOST = 3;

let site: Site;
let server: FakeProvider;
let provider: AnsweringProvider;
beforeAll(async () => {
  server = await startFakeProvider();
  site = await startReadingSite(server, { max_concurrent: MOST, deadline_ms: 60_000 });
});
afterAll(async () => {
  await site?.stop();
  await server?.stop();
});
beforeEach(() => {
  server.requests.length = 0;
  provider = answerPrompts(server);
});

/** What the provider answers for a text of so many words, as it stands in a field of text. */
const summary = (text: string, words = 100): string =>
  `<div class="ai-summary">&lt;${words} words: ${text}&gt;</div>`;

const withoutDates = (text: string): string =>
  text.replaceAll(/"(created|updated|published)At":"[^"]*"/g, '');

describe('where it is asked for', () => {
  let documentId: string;
  const stored = {
    title: '[ai_summary]',
    content: 'The long text. [ai_summary max_length="7"]',
    summary: 'Short: [ai_summary] [unknown] [[ai_summary]]',
    story: [
      { type: 'paragraph', children: [{ type: 'text', text: '[ai_summary]' }] },
      SUMMARY_NODE,
      { type: 'paragraph', block: 'of/somebody-else', children: [{ type: 'text', text: 'kept' }] },
    ],
    seo: { description: '[ai_summary]', quote: { words: '[ai_summary]quoted[/ai_summary]' } },
    quotes: [{ words: 'no shortcode', body: [SUMMARY_NODE] }, { words: '[ai_summary max_length="9"]' }],
    sections: [
      { __component: 'shared.seo', description: 'A [ai_summary]', quote: { words: '[ai_summary]' } },
      { __component: 'shared.quote', words: 'B [ai_summary]' },
    ],
  };
  beforeAll(async () => {
    ({ documentId } = await createEntry(site, ARTICLE, stored));
  });
  const deep = 'populate[seo][populate]=*&populate[quotes]=*&populate[sections][populate]=*';

  test('every field of text and blocks is rendered, in components and dynamic zones at any depth', async () => {
    const { status, body } = await read(site, `/api/articles/${documentId}?${deep}&ai-tools=render`);
    expect(status).toBe(200);
    const text = summary('The long text.');
    const { data } = body;
    expect(data.title).toBe('[ai_summary]');
    expect(data.content).toBe(`The long text. ${summary('The long text.', 7)}`);
    expect(data.summary).toBe(`Short: ${text} [unknown] [ai_summary]`);
    expect(data.seo).toMatchObject({ description: text, quote: { words: summary('quoted') } });
    expect(data.quotes[0].words).toBe('no shortcode');
    expect(data.quotes[1].words).toBe(summary('The long text.', 9));
    expect(data.sections).toMatchObject([
      { description: `A ${text}`, quote: { words: text } },
      { words: `B ${text}` },
    ]);
    // five distinct inputs
    expect(provider.prompts().sort()).toEqual([
      '100 words: The long text.',
      '100 words: quoted',
      '20 words: The long text.',
      '7 words: The long text.',
      '9 words: The long text.',
    ]);
  });

  test('a block keeps its place and its kind, and gets the text and the HTML', async () => {
    const { body } = await read(site, `/api/articles/${documentId}?${deep}&ai-tools=render`);
    const rendered = {
      ...SUMMARY_NODE,
      children: [{ type: 'text', text: '<20 words: The long text.>' }],
      html: '<div class="ai-summary-block">&lt;20 words: The long text.&gt;</div>',
    };
    expect(body.data.story).toEqual([stored.story[0], rendered, stored.story[2]]);
    expect(body.data.quotes[0].body).toEqual([rendered]);
  });

  test('populate=* is rendered as far as it goes', async () => {
    const { body } = await read(site, `/api/articles/${documentId}?populate=*&ai-tools=render`);
    expect(body.data.seo).toEqual({ id: expect.any(Number), description: summary('The long text.') });
    expect(body.data.sections[1].words).toBe(`B ${summary('The long text.')}`);
  });

  test('without it, and with raw or anything else, the answer is what is stored, and no tool runs', async () => {
    const plain = await read(site, `/api/articles/${documentId}?${deep}`);
    expect(plain.body.data).toMatchObject(stored);
    for (const asked of ['raw', 'RENDER', '', 'true', 'render&ai-tools=render']) {
      const { text } = await read(site, `/api/articles/${documentId}?${deep}&ai-tools=${asked}`);
      expect(text).toBe(plain.text);
    }
    expect(provider.prompts()).toEqual([]);
  });

  test('the format of Strapi 4 is rendered too', async () => {
    const { body } = await read(site, `/api/articles/${documentId}?populate=*&ai-tools=render`, {
      headers: { 'strapi-response-format': 'v4' },
    });
    expect(body.data.attributes.summary).toContain(summary('The long text.'));
    expect(body.data.attributes.seo.description).toBe(summary('The long text.'));
  });

  test('what is written is answered as it was written', async () => {
    const { body } = await read(site, `/api/articles/${documentId}?ai-tools=render`, {
      method: 'PUT',
      body: { data: { summary: stored.summary } },
    });
    expect(body.data.summary).toBe(stored.summary);
    expect(provider.prompts()).toEqual([]);
  });
});

describe('a list', () => {
  beforeAll(async () => {
    for (let entry = 1; entry <= 10; entry += 1) {
      await createEntry(site, ARTICLE, {
        title: `List ${String(entry).padStart(2, '0')}`,
        // two and two are the same text
        content: `Text ${Math.ceil(entry / 2)}`,
        summary: '[ai_summary]|[ai_summary max_length="5"]|[ai_summary max_length="5"]',
      });
    }
  });
  const list = '/api/articles?filters[title][$startsWith]=List&sort=title&ai-tools=render';

  test('ten entries with three shortcodes each cost a call for each distinct input, within the bound', async () => {
    const { body } = await read(site, list);
    expect(body.data).toHaveLength(10);
    expect(body.data[9].summary).toBe(
      [summary('Text 5'), summary('Text 5', 5), summary('Text 5', 5)].join('|'),
    );
    expect(provider.prompts()).toHaveLength(10);
    expect(new Set(provider.prompts()).size).toBe(10);
    expect(provider.mostInFlight()).toBe(MOST);
  });

  test('only the entries of the page cost anything', async () => {
    const { body } = await read(site, `${list}&pagination[page]=2&pagination[pageSize]=4`);
    expect(body.meta.pagination).toMatchObject({ page: 2, pageSize: 4, total: 10 });
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual([
      'List 05',
      'List 06',
      'List 07',
      'List 08',
    ]);
    expect(provider.prompts()).toHaveLength(4);
  });

  test('a summary is of the text of its entry, whatever fields were asked for, and that text is not told', async () => {
    let queries = 0;
    const count = ({ sql }: { sql: string }) => {
      if (/^select .*\barticles. as /i.test(sql)) queries += 1;
    };
    site.strapi.db.connection.on('query', count);
    const plain = await read(site, list.replace('&ai-tools=render', '&fields=summary'));
    const before = queries;
    const { body } = await read(site, `${list}&fields=summary`);
    site.strapi.db.connection.removeListener('query', count);
    expect(before).toBeGreaterThan(0);
    // one for the texts of all of them
    expect(queries).toBe(2 * before + 1);
    expect(body.data).toHaveLength(10);
    expect(body.data[2].summary).toContain(summary('Text 2'));
    expect(Object.keys(body.data[2])).toEqual(Object.keys(plain.body.data[2]));
    expect(body.data[2]).not.toHaveProperty('content');
  });

  test('one without shortcodes is answered as ever', async () => {
    const path = '/api/articles?filters[title][$startsWith]=List&sort=title&fields=content';
    expect((await read(site, `${path}&ai-tools=render`)).text).toBe((await read(site, path)).text);
    expect(provider.prompts()).toEqual([]);
  });

  test('a reader who hangs up ends the runs that are made for that answer', async () => {
    const { held, seen } = holdRequests(server);
    const reader = new AbortController();
    const reading = read(site, list, { signal: reader.signal }).catch(() => null);
    await untilTrue(() => held.length === MOST);
    reader.abort();
    await reading;
    await untilTrue(() => seen.brokenOff === MOST);
    expect(held).toHaveLength(MOST);
  });
});

test('every language is rendered from its own text', async () => {
  await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  const { documentId } = await createEntry(site, ARTICLE, {
    title: 'Languages',
    content: 'English text',
    summary: '[ai_summary]',
  });
  const german = { title: 'Sprachen', content: 'Deutscher Text', summary: 'Kurz: [ai_summary]' };
  await updateEntry(site, ARTICLE, documentId, german, { locale: 'de', status: 'published' });
  const path = `/api/articles/${documentId}?ai-tools=render`;
  expect((await read(site, path)).body.data.summary).toBe(summary('English text'));
  const whole = await read(site, `${path}&locale=de&populate=localizations`);
  expect(whole.body.data.summary).toBe(`Kurz: ${summary('Deutscher Text')}`);
  expect(whole.body.data.localizations[0].summary).toBe(summary('English text'));
  // the same row, not another language's, where the text has to be read
  const short = await read(site, `${path}&locale=de&fields=summary`);
  expect(short.body.data.summary).toBe(`Kurz: ${summary('Deutscher Text')}`);
});

describe('other types', () => {
  let articleId: string;
  beforeAll(async () => {
    ({ documentId: articleId } = await createEntry(site, ARTICLE, {
      title: 'Related',
      content: 'Related text',
      summary: '[ai_summary]',
    }));
  });

  test('a single type is rendered, and the entries in its relations', async () => {
    await createEntry(site, HOME, {
      intro: 'Welcome to this page. [ai_summary]',
      featured: { documentId: articleId },
    });
    const { body } = await read(site, '/api/home?populate=*&ai-tools=render');
    expect(body.data.intro).toBe(`Welcome to this page. ${summary('Welcome to this page.')}`);
    expect(body.data.featured.summary).toBe(summary('Related text'));
  });

  test('a type that is not configured is not rendered, but the configured ones that it leads to are', async () => {
    await createEntry(site, CATEGORY, {
      name: 'News',
      blurb: '[ai_summary]',
      articles: [{ documentId: articleId }],
    });
    const { body } = await read(site, '/api/categories?populate=articles&ai-tools=render');
    expect(body.data).toMatchObject([
      { blurb: '[ai_summary]', articles: [{ summary: summary('Related text') }] },
    ]);
    expect(provider.prompts()).toHaveLength(1);
  });

  test('where nothing configured can be, the parameter is ignored like any other that is unknown', async () => {
    await createEntry(site, 'api::tag.tag', { name: 'a', words: '[ai_summary]' });
    const { text } = await read(site, '/api/tags');
    expect((await read(site, '/api/tags?ai-tools=render')).text).toBe(text);
    expect(provider.prompts()).toEqual([]);
  });

  test('a type that is always rendered is, unless the stored text is asked for, by controllers of the site too', async () => {
    const { documentId } = await createEntry(site, NOTE, {
      body: 'A note. [ai_summary]',
      diary: 'A private text that is longer than the note',
      about: { documentId: articleId },
    });
    const rendered = `A note. ${summary('A note.')}`;
    const list = await read(site, '/api/notes?populate=about');
    expect(list.body).toMatchObject({
      data: [{ body: rendered, about: { summary: '[ai_summary]' } }],
      meta: { pagination: { total: 1 }, own: true },
      more: 'of the site',
    });
    expect((await read(site, `/api/notes/${documentId}`)).body.data.body).toBe(rendered);
    expect((await read(site, `/api/notes/${documentId}?fields=body`)).body.data.body).toBe(rendered);
    const asked = await read(site, '/api/notes?populate=about&ai-tools=render');
    expect(asked.body.data[0].about.summary).toBe(summary('Related text'));
    provider.reset();
    expect((await read(site, `/api/notes/${documentId}?ai-tools=raw`)).body.data.body).toBe(
      'A note. [ai_summary]',
    );
    expect(provider.prompts()).toEqual([]);
  });

  test('the content manager shows what is stored', async () => {
    const token = await createAdminToken(site);
    const path = `/content-manager/collection-types/${NOTE}?ai-tools=render`;
    const { status, body } = await read(site, path, { token });
    expect(status).toBe(200);
    expect(body.results[0].body).toBe('A note. [ai_summary]');
    expect(provider.prompts()).toEqual([]);
  });
});

describe('a draft', () => {
  let documentId: string;
  beforeAll(async () => {
    ({ documentId } = await createEntry(site, ARTICLE, {
      title: 'Draft',
      content: 'Published text',
      summary: 'published [ai_summary]',
    }));
    await updateEntry(site, ARTICLE, documentId, {
      content: 'Draft text',
      summary: 'draft [ai_summary]',
    });
    await createEntry(site, CATEGORY, { name: 'With drafts', articles: [{ documentId }] });
  });
  const path = (query = '') => `/api/articles/${documentId}?ai-tools=render${query}`;

  test('is never rendered for the public, however it is asked for', async () => {
    for (const query of ['&status=draft', '&status=draft&fields=summary', '&status=draft&populate=*']) {
      expect((await read(site, path(query))).body.data.summary).toBe('draft [ai_summary]');
    }
    const nested = '/api/categories?filters[name]=With drafts&populate=articles&status=draft&ai-tools=render';
    const { body } = await read(site, nested);
    for (const article of body.data[0].articles) {
      expect(article.summary).toBe(
        article.publishedAt ? `published ${summary('Published text')}` : 'draft [ai_summary]',
      );
    }
    expect(provider.prompts().filter((prompt) => prompt.includes('Draft text'))).toEqual([]);
    expect((await read(site, path('&fields=summary'))).body.data.summary).toBe(
      `published ${summary('Published text')}`,
    );
  });

  test('is rendered for a user and for an API token who may read it', async () => {
    const user = await createUser(site, 'reader', ['api::article.article.findOne']);
    const tokens = [
      await createJwt(site, user),
      await createApiToken(site, { name: 'preview', type: 'read-only' }),
    ];
    for (const token of tokens) {
      const { body } = await read(site, path('&status=draft'), { token });
      expect(body.data.summary).toBe(`draft ${summary('Draft text')}`);
    }
  });
});

describe('answers of a model', () => {
  const ANSWER = '<script>alert("1")</script> & \'it\' <img src=x onerror=alert(1)>';

  test('are text wherever they appear', async () => {
    answerPrompts(server, () => ANSWER);
    const { documentId } = await createEntry(site, ARTICLE, {
      title: 'Markup',
      content: 'Markup text',
      summary: '[ai_summary]',
      story: [SUMMARY_NODE],
    });
    const { body } = await read(site, `/api/articles/${documentId}?ai-tools=render`);
    const { summary: text, story } = body.data;
    for (const html of [text, story[0].html]) {
      expect(html.match(/<[^>]*>/g)).toEqual([expect.stringMatching(/^<div class="/), '</div>']);
      expect(html).toContain('&lt;script&gt;');
    }
    // a text node, which every renderer escapes
    expect(story[0].children).toEqual([{ type: 'text', text: ANSWER }]);
  });

  test('of tools that fail, or that there are none of, leave an empty place', async () => {
    const { documentId } = await createEntry(site, ARTICLE, {
      title: 'Failing',
      content: 'Failing text',
      summary: 'a[ai_summary tool="failing"]b[ai_summary tool="no-such"]c[ai_summary]d',
      story: [{ ...SUMMARY_NODE, tool: 'failing' }],
    });
    const { status, body } = await read(site, `/api/articles/${documentId}?ai-tools=render`);
    expect(status).toBe(200);
    expect(body.data.summary).toBe(`abc${summary('Failing text')}d`);
    expect(body.data.story).toEqual([
      { ...SUMMARY_NODE, tool: 'failing', children: [{ type: 'text', text: '' }], html: '' },
    ]);
  });

  test('are kept as long as their tool says, and logged on behalf of who reads', async () => {
    await clearLogs(site);
    const { documentId } = await createEntry(site, ARTICLE, {
      title: 'Kept',
      content: 'Kept text',
      summary: '[ai_summary tool="kept"]',
      story: [{ ...SUMMARY_NODE, tool: 'kept' }],
    });
    const user = await createUser(site, 'keeper', ['api::article.article.findOne']);
    const path = `/api/articles/${documentId}?ai-tools=render`;
    await read(site, path);
    await read(site, path, { token: await createJwt(site, user) });
    expect(provider.prompts()).toHaveLength(2);
    const rows = await readLogs(site);
    const told = rows.map(({ source, caller_type, caller_label, cached }) =>
      [source, caller_type, caller_label, cached].join(' '),
    );
    expect(told.sort()).toEqual([
      'block public  false',
      'block user keeper true',
      'shortcode public  false',
      'shortcode user keeper true',
    ]);
  });
});

test('a shortcode of the site gets the entry, and one that never ends is no reason to wait for ever', async () => {
  const { register } = site.strapi.plugin('ai-tools').service('shortcodes');
  const seen: unknown[] = [];
  register('whose', (_shortcode: unknown, context: { entry: { title: string }; contentType: string }) => {
    seen.push(context.contentType);
    return `<b>${context.entry.title}</b>`;
  });
  const { documentId } = await createEntry(site, ARTICLE, { title: 'Mine', summary: '[whose]' });
  const { body } = await read(site, `/api/articles/${documentId}?fields=summary&ai-tools=render`);
  expect(body.data.summary).toBe('<b>Mine</b>');
  expect(seen).toEqual([ARTICLE]);
  expect(withoutDates(JSON.stringify(body.data))).not.toContain('"title"');
});
