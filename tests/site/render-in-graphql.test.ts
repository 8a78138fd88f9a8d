import { ARTICLE } from '../support/article-site';
import { createApiToken } from '../support/callers';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import {
  answerPrompts,
  CATEGORY,
  createEntry,
  HOME,
  NOTE,
  startReadingSite,
  SUMMARY_NODE,
  updateEntry,
} from '../support/reading-site';
import type { AnsweringProvider } from '../support/reading-site';
import type { Site } from '../support/site';

const MOST = 2;

let site: Site;
let server: FakeProvider;
let provider: AnsweringProvider;
let documentId: string;

const stored = {
  title: 'Graph [ai_summary]',
  content: 'The long text. [ai_summary max_length="7"]',
  summary: 'Short: [ai_summary]',
  story: [{ type: 'paragraph', children: [{ type: 'text', text: '[ai_summary]' }] }, SUMMARY_NODE],
  seo: { description: '[ai_summary]', quote: { words: '[ai_summary max_length="3"]' } },
  quotes: [{ words: 'Q [ai_summary]', body: [SUMMARY_NODE] }],
  sections: [
    { __component: 'shared.seo', description: 'A [ai_summary]', quote: { words: 'C [ai_summary]' } },
    { __component: 'shared.quote', words: 'B [ai_summary]' },
  ],
};

beforeAll(async () => {
  server = await startFakeProvider();
  // a site's own wishes for the very same field, which ours must not take the place of
  const register = `module.exports = { register({ strapi }) {
    strapi.plugin('graphql').service('extension').use({ resolversConfig: { 'Article.summary': { middlewares: [
      async (next, ...resolving) => String(await next(...resolving)).replace('Short', 'In short'),
    ] } } });
  } };`;
  site = await startReadingSite(
    server,
    { max_concurrent: MOST, deadline_ms: 60_000 },
    { graphql: true, files: { 'src/index.js': register } },
  );
  ({ documentId } = await createEntry(site, ARTICLE, stored));
  await createEntry(site, CATEGORY, { name: 'News', blurb: '[ai_summary]', articles: [{ documentId }] });
  await createEntry(site, HOME, { intro: 'Home. [ai_summary]', featured: { documentId } });
  await createEntry(site, NOTE, { body: 'A note. [ai_summary]', about: { documentId } });
});
afterAll(async () => {
  await site?.stop();
  await server?.stop();
});
beforeEach(() => {
  server.requests.length = 0;
  provider = answerPrompts(server);
});

const ask = async (query: string, asked = '', token?: string) => {
  const response = await fetch(`${site.url}/graphql${asked}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = await response.json();
  expect(errors).toBeUndefined();
  return data;
};
const RENDER = '?ai-tools=render';

const summary = (text: string, words = 100): string =>
  `<div class="ai-summary">&lt;${words} words: ${text}&gt;</div>`;
const text = summary('The long text.');

const EVERYTHING = `title content short: summary story
  seo { description quote { words } } quotes { words body }
  sections { ... on ComponentSharedSeo { description quote { words } } ... on ComponentSharedQuote { words } }`;

test('every field of text and blocks is rendered, by alias, in components and in dynamic zones', async () => {
  const data = await ask(`{ article(documentId: "${documentId}") { ${EVERYTHING} } }`, RENDER);
  const rendered = {
    ...SUMMARY_NODE,
    children: [{ type: 'text', text: '<20 words: The long text.>' }],
    html: '<div class="ai-summary-block">&lt;20 words: The long text.&gt;</div>',
  };
  expect(data.article).toEqual({
    title: stored.title,
    content: `The long text. ${summary('The long text.', 7)}`,
    short: `In short: ${text}`,
    story: [stored.story[0], rendered],
    seo: { description: text, quote: { words: summary('The long text.', 3) } },
    quotes: [{ words: `Q ${text}`, body: [rendered] }],
    sections: [{ description: `A ${text}`, quote: { words: `C ${text}` } }, { words: `B ${text}` }],
  });
  // 100, 20, 7 and 3 words, once each for all of the request
  expect(provider.prompts()).toHaveLength(4);
  expect(provider.mostInFlight()).toBeLessThanOrEqual(MOST);
});

test('the text is that of the entry, whether or not it was selected', async () => {
  const data = await ask(
    '{ articles { summary } articles_connection { nodes { seo { description } } } }',
    RENDER,
  );
  expect(data.articles).toEqual([{ summary: `In short: ${text}` }]);
  expect(data.articles_connection.nodes).toEqual([{ seo: { description: text } }]);
});

test('without it, and with raw, the answer is what is stored', async () => {
  const query = `{ article(documentId: "${documentId}") { ${EVERYTHING} } }`;
  const data = await ask(query);
  const sections = stored.sections.map(({ __component: _component, ...section }) => section);
  const { summary: _summary, ...others } = stored;
  expect(data.article).toEqual({ ...others, short: 'In short: [ai_summary]', sections });
  expect(await ask(query, '?ai-tools=raw')).toEqual(data);
  expect(provider.prompts()).toEqual([]);
});

test('entries in relations are rendered when their type is, and single types are', async () => {
  const data = await ask(
    '{ categories { blurb articles { summary } } home { intro featured { summary } } }',
    RENDER,
  );
  expect(data.categories).toEqual([{ blurb: '[ai_summary]', articles: [{ summary: `In short: ${text}` }] }]);
  expect(data.home).toEqual({
    intro: `Home. ${summary('Home.')}`,
    featured: { summary: `In short: ${text}` },
  });
});

test('a type that is always rendered is, unless the stored text is asked for', async () => {
  const query = '{ notes { body about { summary } } }';
  const unasked = { summary: 'In short: [ai_summary]' };
  expect((await ask(query)).notes).toEqual([{ body: `A note. ${summary('A note.')}`, about: unasked }]);
  expect((await ask(query, '?ai-tools=raw')).notes).toEqual([
    { body: 'A note. [ai_summary]', about: unasked },
  ]);
});

test('what is written is answered as it was written', async () => {
  const mutation = `mutation { updateArticle(documentId: "${documentId}", data: { summary: "Short: [ai_summary]" }) { summary } }`;
  expect((await ask(mutation, RENDER)).updateArticle.summary).toBe('In short: [ai_summary]');
  expect(provider.prompts()).toEqual([]);
});

test('a draft is never rendered for the public, and is for an API token', async () => {
  const draft = await createEntry(site, ARTICLE, { title: 'D', content: 'x', summary: '[ai_summary]' });
  await updateEntry(site, ARTICLE, draft.documentId, {
    content: 'Draft text',
    seo: { description: '[ai_summary]' },
  });
  const query = `{ article(documentId: "${draft.documentId}", status: DRAFT) { summary seo { description } } }`;
  expect((await ask(query, RENDER)).article).toEqual({
    summary: '[ai_summary]',
    seo: { description: '[ai_summary]' },
  });
  expect(provider.prompts()).toEqual([]);
  const token = await createApiToken(site, { name: 'preview', type: 'read-only' });
  expect((await ask(query, RENDER, token)).article).toEqual({
    summary: summary('Draft text'),
    seo: { description: summary('Draft text') },
  });
});

test('a tool that fails leaves an empty place', async () => {
  const failing = await createEntry(site, ARTICLE, {
    title: 'F',
    content: 'x',
    summary: 'a[ai_summary tool="failing"]b',
  });
  const query = `{ article(documentId: "${failing.documentId}") { summary } }`;
  expect((await ask(query, RENDER)).article.summary).toBe('ab');
});
