import type { Locator, Page } from 'playwright-core';
import { DEFAULT_MAX_LENGTH } from '../../contracts/content';
import type { SummaryBlock } from '../../contracts/content';
import { ARTICLE, withArticles } from '../support/article-site';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { findBarriers } from './accessibility';
import { startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const ANSWER = 'A village <script>alert("here")</script> with <b>a museum</b> & a "harbour".';
/** A text of the card's form, which its code and its translations both name. */
const OF_FORM = /summary-block\.explanation/;

let panel: Panel;
let page: Page;
let provider: FakeProvider;

beforeAll(async () => {
  provider = await startFakeProvider();
  panel = await startPanel(
    withArticles({
      plugin: {
        providers: { local: { kind: 'openai-compatible', endpoint: provider.url, model: 'm' } },
        tools: [
          summarizer({ provider: 'local' }),
          summarizer({ name: 'Failing', model: 'sandbox-provider-unavailable' }),
        ],
      },
    }),
  );
  page = await panel.logIn();
  await panel.site.strapi
    .plugin('i18n')
    .service('locales')
    .create({ code: 'de', name: 'German (de)', isDefault: false });
});
afterAll(async () => {
  await panel?.stop();
  await provider?.stop();
});
beforeEach(() => {
  provider.requests.length = 0;
  provider.answerJson({
    choices: [{ message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }],
  });
});

const text = (words: string) => ({ type: 'text', text: words });
const paragraph = (words: string) => ({ type: 'paragraph', children: [text(words)] });
const summary = (changes: Partial<SummaryBlock> = {}): SummaryBlock => ({
  type: 'paragraph',
  block: 'mcp-for-wp/ai-summary',
  maxLength: DEFAULT_MAX_LENGTH,
  tool: '',
  children: [{ type: 'text', text: '' }],
  ...changes,
});

const articles = () => panel.site.strapi.documents(ARTICLE);
const addressOf = (documentId: string, locale = 'en'): string =>
  `${panel.site.url}/admin/content-manager/collection-types/${ARTICLE}/${documentId}?plugins[i18n][locale]=${locale}`;
const editor = (of = page) => of.locator('[data-slate-editor]').first();
const cards = (of = page) => of.getByRole('group', { name: 'AI summary' });
const card = (of = page) => cards(of).first();
const isSelected = (of = page) => of.locator('[data-summary-card="selected"]').waitFor();

/** Opens an article with these blocks, and resolves to its id. */
const openArticle = async (story: object[], of = page): Promise<string> => {
  const data = { title: 'Fishing villages', content: 'Long ago.', story };
  const { documentId } = await articles().create({ data });
  await of.goto(addressOf(documentId));
  await editor(of).waitFor();
  return documentId;
};

const storyOf = async (documentId: string, more: object = {}): Promise<unknown> =>
  (await articles().findOne({ documentId, ...more }))?.story;

const waitForAnswer = async (of: Page, path: string, work: () => Promise<void>): Promise<void> => {
  const answered = of.waitForResponse(
    (response) => response.request().method() !== 'GET' && response.url().includes(path),
  );
  await work();
  expect((await answered).status()).toBeLessThan(300);
};
const save = (of = page): Promise<void> =>
  waitForAnswer(of, `/content-manager/collection-types/${ARTICLE}`, () =>
    of.getByRole('button', { name: 'Save', exact: true }).click(),
  );

/** Until what Tab leads to, or what is given back its focus, has it. */
const hasFocus = (element: Locator): Promise<void> => element.and(page.locator(':focus')).waitFor();

/** Takes the caret to an end of its line, and waits until the editor, which reads it now and then, has it there. */
const goTo = (key: 'Home' | 'End', line: string): Promise<void> =>
  expectSoon(async () => {
    await press(key);
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
    return page.evaluate(() => {
      const { anchorNode, anchorOffset, isCollapsed } = getSelection() ?? {};
      return isCollapsed ? [anchorNode?.textContent, anchorOffset] : null;
    });
  }, [line, key === 'Home' ? 0 : line.length]);
/** The line that has the caret, by its tag and text; null for a card, and while the editor has not the focus. */
const caretLine = (): Promise<string | null> =>
  page.evaluate(() => {
    const { anchorNode } = getSelection() ?? {};
    const place = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
    if (!document.activeElement?.matches('[data-slate-editor]') || place?.closest('[data-slate-void]'))
      return null;
    const line = place?.closest('[data-slate-node="element"]');
    return line ? `${line.localName}: ${(line.textContent ?? '').replaceAll('\uFEFF', '')}` : null;
  });
/** Until a key that the editor answers itself has brought the caret into a line. */
const caretIs = (line: string): Promise<void> => expectSoon(caretLine, line);
const goBehind = async (words: string): Promise<void> => {
  await editor().getByText(words).click();
  await goTo('End', words);
};
const chooseBlock = async (name: string): Promise<void> => {
  // the host lets the field's label name its menu
  await page.locator('[aria-label="Select a block"]').first().click();
  await page.getByRole('option', { name, exact: true }).click();
};
const selectCard = async (of = card()): Promise<void> => {
  await of.getByText('AI summary').click();
  await isSelected();
};
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
/** What undoing changes: the words, and how many blocks there are. */
const content = (): Promise<string> =>
  editor().evaluate(
    (element) => `${element.querySelectorAll('[data-slate-node="element"]').length} ${element.textContent}`,
  );
const firstLineIs = (words: string): Promise<void> =>
  expectSoon(() => editor().locator('[data-slate-node="element"]').first().innerText(), words);
/** Until so many cards are there, and nothing is about to change that. */
const untilCards = async (count: number): Promise<void> => {
  if (count === 0) await cards().first().waitFor({ state: 'detached' });
  else
    await cards()
      .nth(count - 1)
      .waitFor();
  await expectSoon(() => cards().count(), count);
};
const expectSoon = async (read: () => Promise<unknown>, wanted: unknown): Promise<void> => {
  const deadline = Date.now() + 20_000;
  while (JSON.stringify(await read()) !== JSON.stringify(wanted) && Date.now() < deadline) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  expect(await read()).toEqual(wanted);
};

test('nothing of the form is loaded before somebody sees a summary', async () => {
  await openArticle([paragraph('A village.')]);
  await page.waitForLoadState('networkidle');
  const scripts = new Set<string>();
  const asked: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.add(response.url());
    if (response.url().includes('/ai-tools/content')) asked.push(response.url());
  });
  // asked for anew: the browser may have let go of what it was answered
  const countOfForm = async (): Promise<number> => {
    const texts = await Promise.all([...scripts].map(async (address) => (await fetch(address)).text()));
    return texts.filter((script) => OF_FORM.test(script)).length;
  };
  await page.reload();
  await editor().getByText('A village.').waitFor();
  await page.waitForLoadState('networkidle');
  expect(scripts.size).toBeGreaterThan(0);
  expect(await countOfForm()).toBe(0);
  expect(asked).toEqual([]);
  await goBehind('A village.');
  await chooseBlock('AI summary');
  await card().getByRole('button', { name: 'Preview' }).waitFor();
  expect(await countOfForm()).toBeGreaterThan(0);
  page.removeAllListeners('response');
});

test('from the menu to the database with the keyboard: insert, set up, preview, save, reload, publish', async () => {
  const id = await openArticle([paragraph('A village.'), paragraph('Last words.')]);
  await goBehind('A village.');
  await page.keyboard.type(' Quite new.');
  await chooseBlock('AI summary');
  await isSelected();
  await card().getByRole('button', { name: 'Preview' }).waitFor();

  const tool = card().getByRole('combobox', { name: 'Tool' });
  // Tab leads from the editor to the first control that is there to be used, which the list is once it is loaded
  await card().locator('[role="combobox"]:not([aria-disabled="true"])').waitFor();
  await hasFocus(editor());
  await press('Tab');
  await hasFocus(tool);
  await expectSoon(() => tool.innerText(), "Content Summarizer (the site's choice)");
  const option = page.locator('[role="option"][data-highlighted]');
  await press('Enter');
  await option.waitFor();
  await press('ArrowDown');
  await option.filter({ hasText: /^Content Summarizer$/ }).waitFor();
  await press('Enter');
  await expectSoon(() => tool.innerText(), 'Content Summarizer');
  // a list that is about to close keeps the focus, and Tab with it
  await hasFocus(tool);
  await press('Tab');
  await hasFocus(card().getByRole('textbox'));
  await press('ControlOrMeta+a');
  await page.keyboard.type('60');
  await expectSoon(() => card().getByRole('textbox').inputValue(), '60');
  await press('Tab');
  await hasFocus(card().getByRole('button', { name: 'Preview' }));
  await press('Enter');
  await card().getByText(ANSWER).waitFor();
  expect(
    await page.evaluate(
      () => document.querySelectorAll('[data-summary-card] b, [data-summary-card] script').length,
    ),
  ).toBe(0);
  expect(JSON.stringify(provider.requests[0]?.body)).toContain('in 60 words');
  // what is in the form, of which nothing was saved
  expect(JSON.stringify(provider.requests[0]?.body)).toContain('A village. Quite new.');
  expect(await storyOf(id)).toEqual([paragraph('A village.'), paragraph('Last words.')]);

  await press('Escape');
  await isSelected();
  await press('Enter');
  await caretIs('p: ');
  await page.keyboard.type('Below it.');
  const blocks = [
    paragraph('A village. Quite new.'),
    summary({ tool: 'content-summarizer', maxLength: 60 }),
    paragraph('Below it.'),
    paragraph('Last words.'),
  ];
  await save();
  expect(await storyOf(id)).toEqual(blocks);

  await page.reload();
  await expectSoon(() => card().getByRole('textbox').inputValue(), '60');
  await waitForAnswer(page, '/actions/publish', () =>
    page.getByRole('button', { name: 'Publish', exact: true }).click(),
  );
  expect(await storyOf(id, { status: 'published' })).toEqual(blocks);
});

test('what was typed into the form last is saved with the entry, however soon', async () => {
  const id = await openArticle([summary()]);
  await page.locator('input[name="title"]').fill('Villages');
  await card().getByRole('textbox').fill('75');
  // which saves the entry from any other field, and would leave nothing to be saved
  await press('Enter');
  await save();
  expect(await storyOf(id)).toEqual([summary({ maxLength: 75 })]);
});

test('a length that cannot be is said, and never stored', async () => {
  const id = await openArticle([summary(), paragraph('A village.')]);
  for (const wrong of ['0', '1.5', '1001', '']) {
    await card().getByRole('textbox').fill(wrong);
    await card().getByText('A whole number from 1 to 1,000').waitFor();
  }
  await goBehind('A village.');
  await page.keyboard.type(' More.');
  await save();
  expect(await storyOf(id)).toEqual([summary(), paragraph('A village. More.')]);
});

test('the caret goes over it, keys in it do no harm, and one undo brings back what was removed', async () => {
  const id = await openArticle([paragraph('Before.'), summary({ maxLength: 30 }), paragraph('After.')]);
  await goBehind('Before.');
  await press('ArrowRight');
  await isSelected();
  await page.keyboard.type('abc # ');
  await press('Shift+Enter', 'Shift+Tab', 'ControlOrMeta+b', 'ArrowRight');
  await caretIs('p: After.');
  await page.keyboard.type('So: ');
  await editor().getByText('So: After.').waitFor();
  await goTo('Home', 'So: After.');
  await press('Backspace');
  await isSelected();
  await untilCards(1);
  await press('Backspace');
  await untilCards(0);
  await caretIs('p: Before.');
  await page.keyboard.type(' Really.');
  await save();
  expect(await storyOf(id)).toEqual([paragraph('Before. Really.'), paragraph('So: After.')]);
  await editor().getByText('Before.').click();
  for (let steps = 0; (await cards().count()) === 0 && steps < 20; steps += 1) {
    const before = await content();
    await press('ControlOrMeta+z');
    await expectSoon(async () => (await content()) === before, false);
  }
  await untilCards(1);
  await expectSoon(() => card().getByRole('textbox').inputValue(), '30');
  await press('ControlOrMeta+Shift+z');
  await untilCards(0);
});

test('when it is all there is, removing it leaves a line to write in', async () => {
  const id = await openArticle([summary()]);
  await selectCard();
  await press('Backspace');
  await untilCards(0);
  await caretIs('p: ');
  await page.keyboard.type('A village.');
  await save();
  expect(await storyOf(id)).toEqual([paragraph('A village.')]);
});

test('as a heading, a list or a text it leaves nothing of itself behind', async () => {
  const id = await openArticle([summary(), summary(), summary(), summary({ tool: 'failing' })]);
  for (const [name, tag] of [
    ['Heading 2', 'h2'],
    ['Bulleted list', 'li'],
    ['Text', 'p'],
  ] as const) {
    await selectCard();
    await chooseBlock(name);
    await caretIs(`${tag}: `);
    await page.keyboard.type(name);
  }
  await save();
  expect(await storyOf(id)).toEqual([
    { type: 'heading', level: 2, children: [text('Heading 2')] },
    {
      type: 'list',
      format: 'unordered',
      children: [{ type: 'list-item', children: [text('Bulleted list')] }],
    },
    paragraph('Text'),
    summary({ tool: 'failing' }),
  ]);
});

test('it is copied, cut, pasted and moved as one piece, and two do not know of each other', async () => {
  const id = await openArticle([summary({ maxLength: 30 }), paragraph('A village.'), paragraph('')]);
  await selectCard();
  await press('ControlOrMeta+c', 'ArrowDown');
  await goBehind('A village.');
  await press('ArrowDown');
  await caretIs('p: ');
  await press('ControlOrMeta+v');
  await untilCards(2);
  await cards().last().getByRole('textbox').fill('40');
  await expectSoon(() => card().getByRole('textbox').inputValue(), '30');
  await save();
  expect(await storyOf(id)).toEqual([
    summary({ maxLength: 30 }),
    paragraph('A village.'),
    summary({ maxLength: 40 }),
  ]);

  await selectCard();
  await press('ControlOrMeta+Shift+ArrowDown');
  await firstLineIs('A village.');
  await save();
  expect(await storyOf(id)).toEqual([
    paragraph('A village.'),
    summary({ maxLength: 30 }),
    summary({ maxLength: 40 }),
  ]);
});

test('it can be dragged by its handle', async () => {
  const id = await openArticle([
    summary({ maxLength: 30 }),
    paragraph('A village.'),
    paragraph('A harbour.'),
  ]);
  await card().getByRole('button', { name: 'Preview' }).waitFor();
  await card().hover();
  // it is there while the mouse is over its block
  const handle = editor().getByRole('button', { name: 'Drag', exact: true }).first();
  await handle.waitFor();
  const from = await handle.boundingBox();
  const to = await editor().getByText('A harbour.').boundingBox();
  if (!from || !to) throw new Error('there is nothing to be dragged, or nowhere to');
  await page.mouse.move(from.x + 6, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 8, { steps: 20 });
  // what is let go before the host has drawn where it would come to stand stays where it was
  await editor().locator('* + [data-handler-id]').filter({ hasText: 'A harbour.' }).waitFor();
  await page.mouse.move(to.x + 20, to.y + 9);
  await page.mouse.up();
  await firstLineIs('A village.');
  const moved = [paragraph('A village.'), paragraph('A harbour.'), summary({ maxLength: 30 })];
  await card().getByRole('button', { name: 'Preview' }).waitFor();
  await save();
  expect(await storyOf(id)).toEqual(moved);
});

test('another language and a duplicate of the entry get it as it is', async () => {
  const blocks = [paragraph('A village.'), summary({ maxLength: 30, tool: 'failing' })];
  const id = await openArticle(blocks);
  await page.goto(addressOf(id, 'de'));
  await page.getByRole('button', { name: 'Fill in from another locale' }).click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('combobox').click();
  await page.getByRole('option', { name: 'English (en)' }).click();
  await page.getByRole('button', { name: 'Yes, fill in' }).click();
  await card().getByRole('button', { name: 'Preview' }).waitFor();
  await save();
  expect(await storyOf(id, { locale: 'de' })).toEqual(blocks);

  await page.goto(addressOf(`clone/${id}`));
  await card().getByRole('button', { name: 'Preview' }).waitFor();
  await page.getByRole('textbox', { name: /^title/ }).fill('A copy');
  await save();
  const copies = await articles().findMany({ filters: { title: 'A copy' } });
  expect(copies.map(({ story }) => story)).toEqual([blocks]);
});

test('what goes wrong is said in words, and a request that nobody waits for is hung up', async () => {
  await openArticle([summary({ tool: 'failing' }), summary({ tool: 'no-such-tool' })]);
  await card().getByRole('button', { name: 'Preview' }).click();
  await card().getByText('Readers would find nothing here').waitFor();
  await cards().last().getByText('There is no tool “no-such-tool”').waitFor();
  expect(await cards().last().getByRole('combobox').innerText()).toBe('no-such-tool (gone or switched off)');

  const hungUp = new Promise<void>((resolve) => {
    provider.answer((_request, response) => response.once('close', resolve));
  });
  await card().getByRole('combobox').click();
  await page.getByRole('option', { name: 'Content Summarizer', exact: true }).click();
  await card().getByText('Readers would find nothing here').waitFor({ state: 'detached' });
  await card().getByRole('button', { name: 'Preview' }).click();
  await card().getByRole('button', { name: 'Stop' }).waitFor();
  await expectSoon(async () => provider.requests.length, 1);
  await selectCard();
  await press('Backspace');
  await hungUp;
});

/** Somebody who edits articles, but for the fields `unseen`, and may do this in the plugin. */
const logInAsEditor = async (
  permissions: ('runInContent' | 'readTools')[],
  fields: string[],
): Promise<Page> => {
  const window = await panel.logIn({ permissions });
  const [role] = await panel.site.strapi.db
    .query('admin::role')
    .findMany({ orderBy: { id: 'desc' }, limit: 1 });
  const all = Object.keys(panel.site.strapi.contentType(ARTICLE).attributes);
  const may = (action: string, properties: object) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject: ARTICLE,
    properties,
    conditions: [],
  });
  await panel.site.strapi
    .service('admin::role')
    .addPermissions(role.id, [
      may('read', { fields: all, locales: ['en'] }),
      may('update', { fields, locales: ['en'] }),
    ]);
  await window.reload();
  return window;
};

test('without the permission to run tools there is no list and no preview, but the length', async () => {
  const window = await logInAsEditor(['readTools'], ['title', 'story']);
  const asked: string[] = [];
  window.on('request', (request) => {
    if (request.url().includes('/ai-tools/content')) asked.push(request.url());
  });
  const id = await openArticle([summary({ tool: 'failing' })], window);
  await card(window).getByText('You may not run tools').waitFor();
  expect(await card(window).getByRole('button', { name: 'Preview' }).count()).toBe(0);
  expect(await card(window).getByRole('combobox').getAttribute('aria-disabled')).toBe('true');
  expect(await card(window).getByRole('combobox').innerText()).toBe('failing');
  await card(window).getByRole('textbox').fill('20');
  await save(window);
  expect(await storyOf(id)).toEqual([summary({ tool: 'failing', maxLength: 20 })]);
  expect(asked).toEqual([]);
  await window.context().close();
});

test('in a field that may not be edited it is only shown', async () => {
  const window = await logInAsEditor(['runInContent'], ['title']);
  await openArticle([summary()], window);
  await expectSoon(() => card(window).getByRole('textbox').isDisabled(), true);
  expect(await card(window).getByRole('combobox').getAttribute('aria-disabled')).toBe('true');
  expect(await card(window).getByRole('button', { name: 'Preview' }).count()).toBe(0);
  await window.context().close();
});

test('it looks as the host’s own, and everybody can use it', async () => {
  await openArticle([
    paragraph('The village is known for its harbour, and for a museum of nets.'),
    summary({ maxLength: 40 }),
    paragraph('In winter nobody goes there.'),
    summary({ tool: 'no-such-tool' }),
  ]);
  await card().getByRole('button', { name: 'Preview' }).click();
  await card().getByText(ANSWER).waitFor();
  await cards().last().getByText('There is no tool').waitFor();
  // the name of the editor itself is the host's affair
  const barriers = (await findBarriers(page)).filter(
    (barrier) => !/^\S+ <[^>]*data-slate-editor/.test(barrier),
  );
  expect(barriers).toEqual([]);
  await editor().getByText('In winter').scrollIntoViewIfNeeded();
  await photograph(page, 'summary-block');
  const window = await panel.logIn({ language: 'de' });
  await openArticle([summary()], window);
  await window
    .getByRole('group', { name: 'KI-Zusammenfassung' })
    .getByText('Höchstlänge in Wörtern')
    .waitFor();
  await photograph(window, 'summary-block-german');
  await window.context().close();
});

test('no error was left to the console in any of this', () => {
  expect(panel.faults).toEqual([]);
});
