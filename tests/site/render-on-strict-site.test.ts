import { ARTICLE } from '../support/article-site';
import { holdRequests, untilTrue } from '../support/cached-site';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { HOST_LOG_FILES, readHostLog } from '../support/host-log';
import {
  answerPrompts,
  createEntry,
  NOTE,
  read,
  startReadingSite,
  SUMMARY_NODE,
} from '../support/reading-site';
import type { Site } from '../support/site';

/** Of a site that refuses parameters that it does not know, under another prefix, and with a deadline. */
let site: Site;
let server: FakeProvider;
beforeAll(async () => {
  server = await startFakeProvider();
  const api = { rest: { prefix: '/content', strictParams: true } };
  site = await startReadingSite(
    server,
    {
      deadline_ms: 3000,
      types: {
        [ARTICLE]: { summary_field: 'seo.description' },
        [NOTE]: { render: 'always' },
        'api::no.such': {},
      },
    },
    { files: { ...HOST_LOG_FILES, 'config/api.js': `module.exports = ${JSON.stringify(api)};` } },
  );
});
afterAll(async () => {
  await site?.stop();
  await server?.stop();
});

test('the parameter is known where it has a meaning, and refused elsewhere', async () => {
  answerPrompts(server);
  await createEntry(site, ARTICLE, {
    title: 'a',
    content: 'x',
    seo: { description: 'Strict' },
    summary: '[ai_summary]',
  });
  const { body } = await read(site, '/content/articles?ai-tools=render');
  // the text is in a component that was not asked for
  expect(body.data[0].summary).toBe('<div class="ai-summary">&lt;100 words: Strict&gt;</div>');
  expect(body.data[0]).not.toHaveProperty('seo');
  expect((await read(site, '/content/notes?ai-tools=raw')).status).toBe(200);
  expect((await read(site, '/content/categories?ai-tools=render')).status).toBe(200);
  expect((await read(site, '/content/articles?ai-tools=please')).status).toBe(400);
  const refused = await read(site, '/content/tags?ai-tools=render');
  expect(refused).toMatchObject({ status: 400, body: { error: { details: { param: 'ai-tools' } } } });
});

test('the answer goes out at the deadline, with what is there, and what is not is given up', async () => {
  const { register } = site.strapi.plugin('ai-tools').service('shortcodes');
  register('endless', () => new Promise(() => {}));
  register('at-once', () => 'there');
  const { documentId } = await createEntry(site, ARTICLE, {
    title: 'Slow',
    seo: { description: 'Slow text' },
    summary: 'a[at-once]b[ai_summary]c[endless]d',
    story: [SUMMARY_NODE],
  });
  const { held, seen } = holdRequests(server);
  const { status, body } = await read(site, `/content/articles/${documentId}?ai-tools=render`);
  // nobody has answered them
  expect(held).toHaveLength(2);
  expect(status).toBe(200);
  expect(body.data.summary).toBe('atherebcd');
  expect(body.data.story).toEqual([{ ...SUMMARY_NODE, children: [{ type: 'text', text: '' }], html: '' }]);
  await untilTrue(() => seen.brokenOff === 2);
});

test('a type that there is none of is told of at the start', () => {
  expect(readHostLog(site)).toContain('content.types names "api::no.such"');
});
