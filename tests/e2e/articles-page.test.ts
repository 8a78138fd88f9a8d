import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ARTICLE, withArticles } from '../support/article-site';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { findBarriers } from './accessibility';
import { startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const HOSTILE = `Hay <script>window.harmed = 1</script><img src=x onerror="window.harmed = 1"> & "quotes", <b>'bold'</b>.

[a link](javascript:alert(1)) [ai_summary]`;
const TEXT =
  'The town council has opened a bridge of rope and timber over the mill stream, 14 metres long, for otters and nobody else. Cameras counted 31 crossings in the first week. The mill road, where 9 otters died last year, has seen no accident since.';
const SUMMARY =
  'A 14 metre bridge of rope and timber keeps otters off the mill road. Cameras counted 31 crossings in its first week.';

const demoFile = (name: string): string =>
  readFileSync(path.resolve(__dirname, '../../demo/public', name), 'utf8');

let panel: Panel;
let provider: FakeProvider;

beforeAll(async () => {
  provider = await startFakeProvider();
  panel = await startPanel(
    withArticles({
      plugin: {
        providers: { local: { kind: 'openai-compatible', endpoint: provider.url, model: 'm' } },
        tools: [summarizer({ provider: 'local' })],
        content: { types: { [ARTICLE]: {} } },
      },
      files: {
        'public/articles.html': demoFile('articles.html'),
        'public/articles.js': demoFile('articles.js'),
      },
    }),
  );
  const { id: role } = await panel.site.strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } });
  await panel.site.strapi.db
    .query('plugin::users-permissions.permission')
    .create({ data: { action: `${ARTICLE}.find`, role } });
  await panel.site.strapi.documents(ARTICLE).create({
    data: {
      title: 'A bridge for otters',
      content: `[ai_summary]

${TEXT}`,
      story: [
        {
          type: 'paragraph',
          block: 'mcp-for-wp/ai-summary',
          maxLength: 20,
          tool: '',
          children: [{ type: 'text', text: '' }],
        },
        { type: 'paragraph', children: [{ type: 'text', text: 'Cameras counted.' }] },
      ],
    },
    status: 'published',
  });
});
afterAll(async () => {
  await panel?.stop();
  await provider?.stop();
});

const answer = (content: string): void =>
  provider.answerJson({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] });

/** The page as a visitor has it: the content API does not know who is logged in to the panel. */
const openPage = async () => {
  const page = await panel.logIn();
  await page.goto(`${panel.site.url}/articles.html`);
  await page.getByRole('heading', { name: 'A bridge for otters' }).waitFor();
  return page;
};

test('readers find a summary in the place of the shortcode and of the block', async () => {
  answer(SUMMARY);
  const page = await openPage();
  expect(await page.locator('.ai-summary').innerText()).toBe(SUMMARY);
  expect(await page.locator('.ai-summary-block').innerText()).toBe(SUMMARY);
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'articles-page');
});

test('markup, scripts and shortcodes in a model’s answer are text to readers', async () => {
  answer(HOSTILE);
  const page = await openPage();
  for (const container of ['.ai-summary', '.ai-summary-block']) {
    const summary = page.locator(container);
    expect((await summary.innerText()).replaceAll(/\s+/g, ' ')).toBe(HOSTILE.replaceAll(/\s+/g, ' '));
    expect(await summary.locator(':not(br)').count()).toBe(0);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'harmed'))).toBeUndefined();
  expect(panel.faults).toEqual([]);
});
