import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { ARTICLE, withArticles } from '../support/article-site';
import { completionOf } from '../support/bulk-site';
import { grantPublic } from '../support/callers';
import { startCountingListener } from '../support/counting-listener';
import type { CountingListener } from '../support/counting-listener';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { articlesOf, openArticle, toolsPanel } from './article-editor';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';

/** In the panel and on pages of readers, text from outside is text: nothing in it runs, loads, or hides what is around it. */

const LONG_LINE = 'x'.repeat(300_000);

const BLOCK = {
  type: 'paragraph',
  block: 'mcp-for-wp/ai-summary',
  maxLength: 20,
  tool: '',
  children: [{ type: 'text', text: '' }],
};

let panel: Panel;
let page: Page;
let provider: FakeProvider;
/** where everything hostile would have the browser go */
let elsewhere: CountingListener;
/** there by the end of the test before */
let connectionsBefore = 0;
let documentId: string;
/** what ran that must not */
const harm: string[] = [];

/** Short enough for a name. */
const hostileName = (what: string): string =>
  `${what} \u202e<img src=x onerror=harm("${what}")>"'><script>harm("${what}")</script>{{7*7}}`;

const hostileText = (): string => {
  const away = `http://127.0.0.1:${elsewhere.port}`;
  return [
    'First <b>words</b>',
    '<script>harm("script")</script>',
    `<script src="${away}/script"></script>`,
    `<img src="${away}/picture" onerror="harm('picture')">`,
    '<svg onload="harm(\'svg\')"><script>harm("svg script")</script></svg>',
    '<svg><a xlink:href="javascript:harm(\'svg link\')"><text>svg</text></a></svg>',
    '<math><mtext></mtext><mglyph><style><img src=x onerror=harm("math")></style></mglyph></math>',
    '<iframe srcdoc="<script>parent.harm(\'frame\')</script>"></iframe>',
    `<iframe src="${away}/frame"></iframe><object data="${away}/object"></object>`,
    '<input autofocus onfocus="harm(\'focus\')"><details open ontoggle="harm(\'toggle\')">',
    `<style>@import url("${away}/style"); body { display: none !important }</style>`,
    `<base href="${away}/"><link rel="stylesheet" href="${away}/link">`,
    `<meta http-equiv="refresh" content="0;url=${away}/refresh">`,
    '"><script>harm("attribute")</script>',
    '--></script></style></textarea></title><script>harm("end")</script>',
    '[a link](javascript:harm("link")) [data](data:text/html,<script>harm("data")</script>)',
    `![a picture](${away}/markdown "x") <javascript:harm("auto")> ${away}/plain`,
    '&lt;script&gt;harm("entity")&lt;/script&gt; &#x3c;script>harm("number")</script>',
    '{{constructor.constructor("harm(1)")()}} ${harm("template")} [ai_summary]',
    '\u202eright to left\u202c \u2066isolated \u200b\ufeff \u001b[31mred\u001b[0m \u001b]8;;http://x\u0007',
    'nul \0 bell \u0007 back \b\b\b lone \ud800 and \udc00 line \u2028 paragraph \u2029 end',
  ].join('\n');
};

const watch = async (context: BrowserContext): Promise<void> => {
  await context.exposeFunction('harm', (what: unknown) => void harm.push(`ran: ${String(what)}`));
  context.on('dialog', (dialog) => {
    harm.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (request.url().includes(`:${elsewhere.port}`)) harm.push(`a request: ${request.url()}`);
  });
};

const answerWith = (content: string): void =>
  provider.answer(({ body }, response) => {
    if (Object(body).stream === true) {
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: hostileName('model') };
      const send = (choice: object) =>
        response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      send({ delta: { content }, finish_reason: null });
      send({ delta: {}, finish_reason: 'stop' });
      response.end('data: [DONE]\n\n');
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...completionOf(content), model: hostileName('model') }));
  });

const failWith = (message: string, status = 400): void => provider.answerJson({ error: { message } }, status);

beforeAll(async () => {
  [provider, elsewhere] = await Promise.all([startFakeProvider(), startCountingListener()]);
  const demoFile = (name: string) => readFileSync(path.resolve(__dirname, '../../demo/public', name), 'utf8');
  panel = await startPanel(
    withArticles({
      plugin: {
        providers: {
          local: {
            kind: 'openai-compatible',
            label: hostileName('provider'),
            endpoint: provider.url,
            model: hostileName('asked'),
          },
        },
        tools: [
          summarizer({ provider: 'local' }),
          summarizer({
            provider: 'local',
            name: hostileName('tool'),
            slug: 'hostile',
            description: hostileText().slice(0, 400),
          }),
        ],
        prices: Object.fromEntries(
          ['asked', 'model'].map((name) => [`local/${hostileName(name)}`, { input: 1000, output: 1000 }]),
        ),
        logs: { capture: 'all' },
        content: { types: { [ARTICLE]: { summary_field: 'content' } } },
      },
      files: {
        'public/articles.html': demoFile('articles.html'),
        'public/articles.js': demoFile('articles.js'),
      },
    }),
  );
  await grantPublic(panel.site, [`${ARTICLE}.find`]);
  const article = await articlesOf(panel.site).create({
    data: {
      title: hostileName('title'),
      content: `[ai_summary] ${hostileText()}`,
      summary: 'Old words.',
      story: [BLOCK],
    },
  });
  documentId = article.documentId;
  // what an author writes may be markup, so that of this one is read only in the panel
  const { documentId: published } = await articlesOf(panel.site).create({
    data: { title: 'Otters', content: '[ai_summary] The otters have a bridge.', story: [BLOCK] },
  });
  await articlesOf(panel.site).publish({ documentId: published });
  answerWith(hostileText());
  const run = (inputs: object, slug = 'content-summarizer') =>
    panel.site.strapi.plugin('ai-tools').service('execute').executeTool(slug, inputs);
  await run({ content: hostileText() });
  await run({ content: hostileText() }, 'hostile');
  await run({ content: 'x', [hostileName('input')]: { [hostileName('name')]: hostileName('value') } });
  answerWith(LONG_LINE);
  await run({ content: LONG_LINE });
  failWith(hostileText());
  await run({ content: 'failing' });
  await panel.site.strapi.plugin('ai-tools').service('logs').flush();
  page = await panel.logIn();
  await watch(page.context());
});
afterAll(async () => {
  await panel?.stop();
  await Promise.all([provider?.stop(), elsewhere?.stop()]);
});

// each for itself, so that it is known where it was
afterEach(() => {
  const all = elsewhere.connections();
  const connections = all - connectionsBefore;
  connectionsBefore = all;
  expect({ harm: harm.splice(0), connections, faults: panel.faults.splice(0) }).toEqual({
    harm: [],
    connections: 0,
    faults: [],
  });
});

const button = (name: string | RegExp, within: Pick<Page, 'getByRole'> = page) =>
  within.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const pick = async (label: string | RegExp, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};
/** Whether the page is there, and whoever uses it can use it: a style from outside would have taken it away. */
const isAlive = async (): Promise<void> => {
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none');
  expect(new URL(page.url()).origin).toBe(panel.site.url);
  expect(await page.locator('script:not([src])', { hasText: 'harm(' }).count()).toBe(0);
  expect(await page.locator('img[src="x"], iframe[srcdoc], [onerror], [onload]').count()).toBe(0);
};

test('what a provider says in the settings’ Test Connection', async () => {
  failWith(hostileText());
  await openPage(page, 'settings');
  const card = page.getByRole('article').filter({ hasText: 'provider' }).filter({ hasText: '<img src=x' });
  await card.getByRole('button', { name: 'Test Connection' }).click();
  await card.getByText('First <b>words</b> <script>harm("script")</script>').waitFor();
  await isAlive();
});

test('the list of tools, and a file of tools that is imported', async () => {
  await openPage(page, 'tools');
  await page
    .getByRole('link', { name: hostileName('tool') })
    .first()
    .waitFor();
  await isAlive();
  await button('Import').click();
  const document = [
    summarizer({
      provider: 'local',
      name: hostileName('imported'),
      description: hostileText().slice(0, 300),
    }),
    summarizer({
      name: hostileName('faulty'),
      provider: hostileName('nowhere'),
      method: hostileName('method'),
    }),
  ];
  await page.getByLabel('Or paste JSON').fill(JSON.stringify(document));
  await button('Check').click();
  await dialog().getByText(hostileName('imported')).first().waitFor();
  await dialog().getByText(hostileName('faulty')).first().waitFor();
  await isAlive();
  await page.keyboard.press('Escape');
});

test('an answer in the playground, with what went over the line', async () => {
  answerWith(hostileText());
  await openPage(page, 'tools');
  await page
    .getByRole('link', { name: hostileName('tool') })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: hostileName('tool') }).waitFor();
  await button('Playground').click();
  const playground = page.getByRole('region', { name: 'Playground' });
  const result = playground.getByRole('region', { name: 'Result', exact: true });
  await playground.getByLabel(/^content\*?$/).fill(hostileText().replaceAll(/[\0\ud800\udc00]/g, ''));
  await button('Run', playground).click();
  await result.getByText('<script>harm("script")</script>').first().waitFor();
  await isAlive();
  for (const tab of ['Prompt', 'Requests and responses']) {
    await result.getByRole('tab', { name: tab }).click();
    await result.getByText('harm(', { exact: false }).first().waitFor();
    await isAlive();
  }
  await result.getByRole('tab', { name: 'Answer' }).click();

  failWith(hostileText(), 500);
  await button('Run', playground).click();
  await result.getByText('It said: First <b>words</b>').last().waitFor();
  await isAlive();

  answerWith(LONG_LINE);
  await button('Run', playground).click();
  await result.getByText('xxxxxxxxxx').first().waitFor();
  // the page has not been widened by it
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  await isAlive();
});

test('runs in the log, and what is stored of each', async () => {
  await openPage(page, 'logs');
  const rows = page.locator('[data-run]');
  await rows.nth(4).waitFor();
  await isAlive();
  const ids = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-run')));
  const stored = await panel.site.strapi.db.query('plugin::ai-tools.log').findMany({});
  expect(stored.length).toBeGreaterThan(4);
  for (const { request_id: id, status } of stored.slice(0, 5)) {
    expect(ids).toContain(id);
    await page.locator(`[data-run="${id}"]`).getByRole('link').first().click();
    await dialog()
      .getByRole('heading', { name: /^Run of/ })
      .waitFor();
    await dialog()
      .getByText(status === 'success' ? /^Output$/ : /harm\(|It said: First/)
      .first()
      .waitFor();
    await isAlive();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  }
});

test('labels in the analytics', async () => {
  await openPage(page, 'analytics');
  await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
  await page.getByText('tool', { exact: false }).first().waitFor();
  for (const told of ['By tool', 'By provider', 'By model']) {
    await page.getByRole('combobox', { name: 'Cost told apart by' }).click();
    await page.getByRole('option', { name: told }).click();
    await isAlive();
  }
  await button('Cost as a table').click();
  await isAlive();
});

test('an answer for a field of an entry, and beside it what was there before', async () => {
  answerWith(hostileText());
  await openArticle(page, documentId);
  await toolsPanel(page)
    .getByRole('button', { name: /AI tool/ })
    .click();
  await dialog().getByRole('combobox').first().waitFor();
  await pick(/^Tool/, 'Content Summarizer');
  await button('Run', dialog()).click();
  await button('Run again', dialog()).waitFor();
  expect(await dialog().getByRole('group', { name: 'After inserting', exact: true }).textContent()).toContain(
    '<script>harm("script")</script>',
  );
  await isAlive();
  failWith(hostileText());
  await button('Run again', dialog()).click();
  await dialog().getByText('It said: First <b>words</b>').waitFor();
  await isAlive();
  answerWith(LONG_LINE);
  await button('Run again', dialog()).click();
  await dialog().getByText('xxxxxxxxxx').first().waitFor();
  await isAlive();
});

test('a block in the editor', async () => {
  answerWith(hostileText());
  await openArticle(page, documentId);
  await page.getByRole('button', { name: 'Preview', exact: true }).first().click();
  await page.getByText('<script>harm("script")</script>').first().waitFor();
  await isAlive();
});

test('a run over entries: its preview, and why one failed', async () => {
  answerWith(hostileText());
  const list = `/admin/content-manager/collection-types/${ARTICLE}?page=1&pageSize=50&plugins[i18n][locale]=en`;
  await page.goto(new URL(list, page.url()).href);
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('checkbox').first().click();
  await button('Run an AI tool').click();
  await pick(/^Tool/, 'Content Summarizer');
  await button('Preview', dialog()).click();
  await dialog().getByText('<script>harm("script")</script>').first().waitFor();
  await isAlive();
  failWith(hostileText());
  await button('Run over 2 entries', dialog()).click();
  await dialog().getByText('It said: First <b>words</b>').first().waitFor();
  await isAlive();
});

test('a shortcode and a block on a page of readers', async () => {
  answerWith(hostileText());
  await page.goto(`${panel.site.url}/articles.html`);
  for (const container of ['.ai-summary', '.ai-summary-block']) {
    const summary = page.locator(container).first();
    await summary.waitFor();
    expect(await summary.innerText()).toContain('<script>harm("script")</script>');
    expect(await summary.locator(':not(br)').count()).toBe(0);
  }
});
