import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { LogRow } from '../../server/src/engine/log-row';
import { logRow } from '../support/log-rows';
import { summarizer } from '../support/execute';
import { SPECIFICATION_EXAMPLE } from '../support/specification-example';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const UID = 'plugin::ai-tools.tool';

let panel: Panel;
let page: Page;

beforeAll(async () => {
  panel = await startPanel({
    plugin: {
      providers: { sandbox: { model: 'sandbox-echo' } },
      tools: [summarizer({ name: 'Written In Code', slug: 'written-in-code' })],
    },
  });
  page = await panel.logIn();
});
afterAll(() => panel?.stop());
// a test that fails must not leave its broken network to the next
afterEach(() => page.unrouteAll());

const tools = () => panel.site.strapi.db.query(UID);
const createTool = (changes: Parameters<typeof summarizer>[0]) =>
  panel.site.strapi.documents(UID).create({ data: summarizer(changes) });

beforeEach(async () => {
  await tools().deleteMany({});
  await createTool({ name: 'Headline Writer', budget_usd: 10 });
  await createTool({ name: 'Translator', provider: 'openai', enabled: false });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const told = (message: string) => page.getByText(message, { exact: true }).first().waitFor();
/** Waits until exactly these are listed, in this order. */
const listed = (...wanted: string[]): Promise<unknown> =>
  page.waitForFunction(
    (expected) =>
      JSON.stringify([...document.querySelectorAll('tbody tr a')].map(({ textContent }) => textContent)) ===
      expected,
    JSON.stringify(wanted),
  );
/** The name of what has the focus, once it has one of ours. */
const focused = (id: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
const openList = async (search = ''): Promise<void> => {
  await openPage(page, `tools${search}`);
  await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
};
const openMenu = (name: string) => button(`What to do with ${name}`).click();
const choose = async (name: string, action: string): Promise<void> => {
  await openMenu(name);
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const pick = async (label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const slugs = async (): Promise<string[]> =>
  (await tools().findMany({ orderBy: { slug: 'asc' } })).map(({ slug }) => slug);
const addRuns = async (slug: string, costs: (number | null)[], changes: Partial<LogRow> = {}) => {
  const logs = panel.site.strapi.plugin('ai-tools').service('logs');
  const caller = { source: 'rest', caller_type: 'user', caller_label: 'anna' } as const;
  for (const cost_micros of costs) {
    await logs.record(logRow({ tool_slug: slug, ...caller, cost_micros, ...changes }));
  }
  await logs.flush();
};
const catchDownload = async (start: () => Promise<void>): Promise<{ name: string; content: string }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path(), 'utf8') };
};
const paste = async (document: unknown): Promise<void> => {
  await button('Import').click();
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  await page.getByLabel('Or paste JSON').fill(text);
  await button('Check').click();
};
const step = (name: string) => dialog().getByRole('listitem').filter({ hasText: name }).first();

describe('the list', () => {
  test('says of every tool what it works with, what it did, and why it cannot be run', async () => {
    await addRuns('headline-writer', [1200, 345_000]);
    await addRuns('headline-writer', [5_000_000], { source: 'playground' });
    await addRuns('translator', [null]);
    await openList();
    await listed('Headline Writer', 'Translator', 'Written In Code');
    expect((await row('Headline Writer').getByRole('gridcell').allInnerTexts()).slice(2, 5)).toEqual([
      expect.stringMatching(/^Sandbox \(no model\)\s+sandbox-echo$/),
      '2',
      '$0.35',
    ]);
    expect((await row('Translator').getByRole('gridcell').allInnerTexts()).slice(3, 5)).toEqual(['1', '—']);
    await row('Translator').getByText('The provider "openai" has no API key.').waitFor();
    await row('Written In Code').getByText('from config/plugins').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'tools');
  });

  test('is searched, filtered and sorted, and its address keeps that', async () => {
    await openList();
    await button('Search').click();
    await page.getByPlaceholder('Name, slug or description').fill('WRIT');
    await page.keyboard.press('Enter');
    await listed('Headline Writer', 'Written In Code');
    await page.getByText('Name', { exact: true }).click();
    await page.getByText('Name', { exact: true }).click();
    await listed('Written In Code', 'Headline Writer');
    await pick('Made in', 'This panel');
    await listed('Headline Writer');

    await page.reload();
    await listed('Headline Writer');
    expect(await page.getByPlaceholder('Name, slug or description').inputValue()).toBe('WRIT');
    await button('Clear the filter Made in').click();
    await listed('Written In Code', 'Headline Writer');

    await pick('Provider', 'OpenAI (1)');
    await page.getByText('No tool fits what you are looking for.').waitFor();
    await photograph(page, 'tools-nothing-found');
    await button('Show all tools').click();
    await listed('Headline Writer', 'Translator', 'Written In Code');
  });

  test('what is shown stays when it cannot be read again, and is said to be old', async () => {
    await openList();
    await listed('Headline Writer', 'Translator', 'Written In Code');
    await page.route(/\/ai-tools\/tools\?/, (route) => route.abort());
    await page.getByRole('switch', { name: 'Translator in use' }).click();
    await page.getByText('This could not be read again').waitFor();
    await listed('Headline Writer', 'Translator', 'Written In Code');
    await photograph(page, 'tools-stale');
    await page.unroute(/\/ai-tools\/tools\?/);
    await button('Read again').click();
    await page.getByText('This could not be read again').waitFor({ state: 'detached' });
    await listed('Headline Writer', 'Translator', 'Written In Code');
  });

  test('an address that makes no sense leads to a list all the same', async () => {
    await openList('?page=7&pageSize=many&sort=colour:UP&enabled=perhaps&defined_in=heaven');
    await listed('Headline Writer', 'Translator', 'Written In Code');
  });

  test('a tool is opened by a click on its row, and by keyboard on its name', async () => {
    const { documentId } = await tools().findOne({ where: { slug: 'translator' } });
    await openList();
    await row('Translator').getByText('OpenAI', { exact: true }).click();
    await page.waitForURL(`**/tools/${documentId}`);
    await openList();
    await link('Written In Code').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tools/code%3Awritten-in-code');
  });
});

describe('one tool', () => {
  test('is switched on and off', async () => {
    await openList();
    const translator = page.getByRole('switch', { name: 'Translator in use' });
    await translator.click();
    await told('Translator is switched on');
    expect((await tools().findOne({ where: { slug: 'translator' } })).enabled).toBe(true);
    await translator.press('Space');
    await told('Translator is switched off: whoever calls it gets an error');
    expect((await tools().findOne({ where: { slug: 'translator' } })).enabled).toBe(false);
    expect(await translator.getAttribute('aria-checked')).toBe('false');
  });

  test('is duplicated, and the focus goes to the copy', async () => {
    await openList();
    await choose('Headline Writer', 'Duplicate');
    await page.getByText(/^The copy is called Headline Writer/).waitFor();
    const copy = await tools().findOne({ where: { slug: { $ne: 'headline-writer' }, provider: 'sandbox' } });
    expect(copy.enabled).toBe(false);
    await link(copy.name).waitFor();
    await focused(`ai-tools-link-${copy.documentId}`);
  });

  test('from code can be copied and exported, and nothing else', async () => {
    await openList();
    expect(await row('Written In Code').getByRole('switch').count()).toBe(0);
    await openMenu('Written In Code');
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'View',
      'Duplicate',
      'Export',
      'Clear kept answers',
    ]);
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText(/^The copy is called Written In Code/).waitFor();
    expect(await slugs()).toHaveLength(3);
  });

  test('has its kept answers cleared', async () => {
    await openList();
    await choose('Headline Writer', 'Clear kept answers');
    await told('No answer of Headline Writer was kept here');
  });

  test('is deleted after it was said who ran it, and the focus stays in the list', async () => {
    await addRuns('headline-writer', [1]);
    await openList();
    await choose('Headline Writer', 'Delete');
    await dialog().getByText('Whoever calls “headline-writer” gets the error tool_not_found').waitFor();
    await dialog().getByRole('row').filter({ hasText: 'User anna' }).getByText('REST').waitFor();
    await dialog().getByText('Its budget of $10.00 a month goes with it').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'tools-delete');

    await button('Cancel').click();
    await dialog().waitFor({ state: 'detached' });
    const { documentId } = await tools().findOne({ where: { slug: 'headline-writer' } });
    await focused(`ai-tools-menu-${documentId}`);
    expect(await slugs()).toContain('headline-writer');

    await choose('Headline Writer', 'Delete');
    await button('Delete Headline Writer').click();
    await told('Headline Writer is deleted');
    await listed('Translator', 'Written In Code');
    expect(await slugs()).toEqual(['translator']);
    const next = await tools().findOne({ where: { slug: 'translator' } });
    await focused(`ai-tools-link-${next.documentId}`);
  });

  test('can be deleted without harm where a tool from code answers in its place', async () => {
    await tools().create({ data: { ...summarizer({ name: 'Stored Before' }), slug: 'written-in-code' } });
    await openList();
    await choose('Stored Before', 'Delete');
    await dialog()
      .getByText(/^Nothing breaks: a tool from config\/plugins has the slug/)
      .waitFor();
  });
});

describe('files', () => {
  test('what is exported and deleted comes back by an import as it was', async () => {
    await openList();
    const { name, content } = await catchDownload(() => button('Export all').click());
    expect(name).toMatch(/^ai-tools-\d{4}-\d\d-\d\d\.json$/);
    await told('3 tools are exported');

    await choose('Headline Writer', 'Delete');
    await button('Delete Headline Writer').click();
    await listed('Translator', 'Written In Code');
    await button('Import').click();
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(content) };
    await page.locator('input[type=file]').setInputFiles(file);
    await dialog().getByText('3 tools in the file. 1 is new. 2 are skipped.').waitFor();
    await button('Import 1 tool').click();
    await told('1 tool is imported, 2 are skipped');
    await listed('Headline Writer', 'Translator', 'Written In Code');
    await focused('ai-tools-list');
    const after = await catchDownload(() => button('Export all').click());
    expect(after.content).toBe(content);
  });

  test('one tool is exported to a file with its name, and those that are ticked together', async () => {
    await openList();
    const one = await catchDownload(() => choose('Translator', 'Export'));
    expect(one.name).toMatch(/^ai-tools-translator-\d{4}-\d\d-\d\d\.json$/);
    await page.getByRole('checkbox', { name: 'Select Translator' }).click();
    await page.getByRole('checkbox', { name: 'Select Written In Code' }).click();
    const two = await catchDownload(() => button('Export').click());
    expect(JSON.parse(two.content).tools.map(({ slug }: { slug: string }) => slug)).toEqual([
      'translator',
      'written-in-code',
    ]);
  });

  test("the specification's example is imported as it is", async () => {
    await openList();
    await paste(SPECIFICATION_EXAMPLE);
    await dialog().getByText('1 tool in the file. 1 is new.').waitFor();
    await button('Import 1 tool').click();
    await told('1 tool is imported');
    await link('Content Summarizer').waitFor();
    expect(await tools().findOne({ where: { slug: 'content-summarizer' } })).toMatchObject(
      SPECIFICATION_EXAMPLE,
    );
  });

  test('where a slug is taken, each tool may be skipped, replaced or renamed', async () => {
    await openList();
    const changed = { description: 'From the file' };
    await paste([
      summarizer({ name: 'Headline Writer', ...changed }),
      summarizer({ name: 'Translator', ...changed }),
      summarizer({ name: 'Written In Code', ...changed }),
    ]);
    await dialog().getByText('3 tools in the file. 3 are skipped.').waitFor();
    expect(await button('Nothing to import').isDisabled()).toBe(true);
    await pick('What becomes of Headline Writer', 'Replace');
    await step('Headline Writer').getByText('Replaces', { exact: true }).waitFor();
    await pick('What becomes of Translator', 'Rename');
    await step('Translator').getByText('translator → translator-2').waitFor();
    await page.getByRole('combobox', { name: 'What becomes of Written In Code' }).click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Skip', 'Rename']);
    await page.keyboard.press('Escape');
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'tools-import');

    await button('Import 2 tools').click();
    await told('2 tools are imported, 1 is skipped');
    expect(await slugs()).toEqual(['headline-writer', 'translator', 'translator-2']);
    const { description, budget_usd } = await tools().findOne({ where: { slug: 'headline-writer' } });
    expect({ description, budget_usd }).toEqual({ description: 'From the file', budget_usd: null });
  });

  test('one choice is made for all at once', async () => {
    await openList();
    await paste([summarizer({ name: 'Headline Writer' }), summarizer({ name: 'Translator' })]);
    await button('Rename').click();
    await dialog().getByText('2 tools in the file. 2 get other slugs.').waitFor();
    await button('Import 2 tools').click();
    await told('2 tools are imported');
    expect(await slugs()).toEqual(['headline-writer', 'headline-writer-2', 'translator', 'translator-2']);
  });

  test('a fault is told at its tool, and nothing is imported', async () => {
    await openList();
    await paste([summarizer({ name: 'Good' }), summarizer({ name: 'Bad', provider: 'nobody', top_p: 2 })]);
    await step('Bad').getByText('top_p: must be a number from 0 to 1').waitFor();
    await step('Bad').getByText('provider: There is no provider "nobody" on this site.').waitFor();
    expect(await button('Import 1 tool').isDisabled()).toBe(true);
    await photograph(page, 'tools-import-faults');

    await button('Take another file').click();
    await page.getByLabel('Or paste JSON').fill('{ "name": ');
    await button('Check').click();
    await page.getByRole('alert').getByText('This cannot be read as JSON').waitFor();
    await page.getByLabel('Or paste JSON').fill('"text"');
    await button('Check').click();
    await page.getByRole('alert').getByText('The file must be an exported file').waitFor();
    await photograph(page, 'tools-import-source');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await focused('ai-tools-import');
    expect(await slugs()).toEqual(['headline-writer', 'translator']);
  });
});

describe('several tools', () => {
  test('are switched at once', async () => {
    await openList();
    await page.getByRole('checkbox', { name: 'Select all entries' }).click();
    await photograph(page, 'tools-selected');
    await button('Switch on').click();
    await told('1 tool is switched on');
    expect((await tools().findMany({})).map(({ enabled }) => enabled)).toEqual([true, true]);
  });

  test('of which none could be switched, nothing is said to be', async () => {
    await openList();
    await page.route('**/ai-tools/tools/*/enabled', (route) => route.abort());
    await page.getByRole('checkbox', { name: 'Select all entries' }).click();
    await button('Switch off').click();
    await page.getByRole('alert').first().waitFor();
    await page.unroute('**/ai-tools/tools/*/enabled');
    expect(await page.getByText(/switched off/).count()).toBe(0);
    expect((await tools().findMany({})).map(({ enabled }) => enabled).sort()).toEqual([false, true]);
  });

  test('are switched in a row, and the list is read again once', async () => {
    await createTool({ name: 'Second Translator', enabled: false });
    await openList();
    await page.getByRole('checkbox', { name: 'Select all entries' }).click();
    let readings = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' && /\/ai-tools\/tools\?/.test(request.url())) readings += 1;
    });
    await button('Switch on').click();
    await told('2 tools are switched on');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[role=switch]')].every((one) => one.ariaChecked === 'true'),
    );
    expect(readings).toBe(1);
  });

  test('are deleted on a second try, when the first was refused halfway', async () => {
    await openList();
    await page.getByRole('checkbox', { name: 'Select all entries' }).click();
    let deletions = 0;
    await page.route('**/ai-tools/tools/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      deletions += 1;
      return deletions === 2 ? route.abort() : route.fallback();
    });
    await button('Delete').click();
    await button('Delete 2 tools').click();
    await told('Headline Writer is deleted');
    await button('Delete Translator').click();
    await told('Translator is deleted');
    await dialog().waitFor({ state: 'detached' });
    await page.unroute('**/ai-tools/tools/*');
    await listed('Written In Code');
    expect(await slugs()).toEqual([]);
  });

  test('are deleted after it was said which of them are used', async () => {
    await openList();
    await page.getByRole('checkbox', { name: 'Select all entries' }).click();
    await button('Delete').click();
    await dialog().getByText('Headline Writer (headline-writer)').waitFor();
    await photograph(page, 'tools-delete-several');
    await button('Delete 2 tools').click();
    await told('2 tools are deleted');
    await listed('Written In Code');
    expect(await slugs()).toEqual([]);
  });
});

describe('somebody else', () => {
  let usual: Page;
  beforeEach(() => {
    usual = page;
  });
  afterEach(async () => {
    await page.context().close();
    page = usual;
  });

  test('who may only read is offered nothing to change', async () => {
    page = await panel.logIn({ permissions: ['readTools'] });
    await openList();
    await listed('Headline Writer', 'Translator', 'Written In Code');
    expect(await page.getByRole('switch').count()).toBe(0);
    expect(await button('Import').count()).toBe(0);
    expect(await link('Add a tool').count()).toBe(0);
    await openMenu('Headline Writer');
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['View', 'Export']);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select all entries' }).click();
    await button('Export').waitFor();
    expect(await button('Delete').count()).toBe(0);
    expect(await button('Switch on').count()).toBe(0);
    await photograph(page, 'tools-read-only');
  });

  test('who may not change tools can import, and not replace', async () => {
    page = await panel.logIn({ permissions: ['readTools', 'createTools'] });
    await openList();
    await paste([summarizer({ name: 'Headline Writer' }), summarizer({ name: 'Translator' })]);
    await page.getByRole('combobox', { name: 'What becomes of Translator' }).click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Skip', 'Rename']);
    await page.keyboard.press('Escape');
    expect(await button('Replace').count()).toBe(0);
  });

  test('reads it in German', async () => {
    page = await panel.logIn({ language: 'de' });
    await openPage(page, 'tools');
    await page.getByRole('heading', { level: 1, name: 'Werkzeuge' }).waitFor();
    await link('Translator').waitFor();
    await photograph(page, 'tools-german');
  });
});

test('a tool is duplicated and deleted by keyboard alone', async () => {
  await openList();
  await link('Headline Writer').focus();
  // the keys of the host's tables: arrows from cell to cell, End for the last of the row
  const toMenu = async (): Promise<void> => {
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
  };
  // a menu moves its focus a moment after the key
  const pressAndChoose = async (key: string, name: string): Promise<void> => {
    await page.keyboard.press(key);
    await page.locator('[role=menuitem]:focus', { hasText: name }).waitFor();
    await page.keyboard.press('Enter');
  };
  await toMenu();
  await pressAndChoose('ArrowDown', 'Duplicate');
  await page.getByText(/^The copy is called/).waitFor();
  const copy = await tools().findOne({ where: { provider: 'sandbox', enabled: false } });
  await focused(`ai-tools-link-${copy.documentId}`);
  await toMenu();
  await pressAndChoose('End', 'Delete');
  await dialog().waitFor();
  await dialog().getByText('Nobody ran it').waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await told(`${copy.name} is deleted`);
  expect(await slugs()).toEqual(['headline-writer', 'translator']);
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
