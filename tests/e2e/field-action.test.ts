import type { Page } from 'playwright-core';
import { withArticles } from '../support/article-site';
import { summarizer } from '../support/execute';
import { findBarriers } from './accessibility';
import { articlesOf, logInEditor, openArticle, toolsPanel, until } from './article-editor';
import { startPanel } from './panel';
import type { Panel } from './panel';
import { photographScreen } from './pictures';
import { startToldProvider } from './told-answers';
import type { ToldProvider } from './told-answers';

const TAG = 'api::tag.tag';
const CONTENT = 'Sea otters keep warm with the densest fur of any animal.';
const paragraph = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });

/** A type that has no text at all. */
const tagFiles = {
  'src/api/tag/content-types/tag/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'tags',
    info: { singularName: 'tag', pluralName: 'tags', displayName: 'Tag' },
    attributes: { rank: { type: 'integer' } },
  }),
};

const titleSchema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

let panel: Panel;
let page: Page;
let provider: ToldProvider;
let documentId: string;

beforeAll(async () => {
  provider = await startToldProvider();
  const local = { kind: 'openai-compatible', endpoint: `${provider.url}/v1`, model: 'our-model' };
  const onLocal = { provider: 'local', max_tokens: 200 };
  panel = await startPanel(
    withArticles({
      files: tagFiles,
      plugin: {
        providers: { local },
        tools: [
          summarizer(onLocal),
          summarizer({ name: 'Once an Hour', rate_limit: 1 }),
          summarizer({
            ...onLocal,
            name: 'Write a Headline',
            description: 'Writes a headline that people want to read',
            input_schema: titleSchema,
            prompt_template: 'A better headline than: {{title}}',
          }),
          summarizer({
            name: 'Tag Cloud',
            input_schema: {
              type: 'object',
              properties: { tags: { type: 'array', items: { type: 'string' } } },
              required: ['tags'],
            },
            prompt_template: '{{tags}}',
          }),
        ],
      },
    }),
  );
  await panel.site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
  page = await panel.logIn();
});
afterAll(async () => {
  await panel?.stop();
  await provider?.stop();
});
beforeEach(async () => {
  provider.requests.length = 0;
  await panel.site.strapi.db.getConnection('ai_tools_content_mappings').del();
  ({ documentId } = await articlesOf(panel.site).create({
    locale: 'en',
    data: {
      title: 'Otters',
      content: CONTENT,
      summary: 'Old words.',
      quotes: [{ words: 'One' }, { words: 'Two' }],
    },
  }));
});

const stored = (locale = 'en') =>
  articlesOf(panel.site).findOne({
    documentId,
    locale,
    populate: ['seo', 'seo.quote', 'quotes', 'sections'],
  });

const opener = (target = page) => toolsPanel(target).getByRole('button', { name: /AI tool|KI-Werkzeug/ });
const dialog = (target = page) => target.getByRole('dialog');
const button = (name: string) => dialog().getByRole('button', { name, exact: true });
const side = (name: string) => dialog().getByRole('group', { name, exact: true });
const field = (label: string) => page.getByLabel(label, { exact: true });
const choose = async (label: string, option: string, target = page): Promise<void> => {
  await dialog(target).getByRole('combobox', { name: label }).click();
  await target.getByRole('option', { name: option, exact: true }).click();
};
const optionsOf = async (label: string, target = page): Promise<string[]> => {
  await dialog(target).getByRole('combobox', { name: label }).click();
  await target.getByRole('option').first().waitFor();
  const names = await target.getByRole('option').allTextContents();
  await target.keyboard.press('Escape');
  return names;
};
const openDialog = async (target = page): Promise<void> => {
  await opener(target).click();
  await dialog(target).getByRole('combobox').first().waitFor();
};
const runTool = async (): Promise<void> => {
  await button('Run').click();
  await button('Run again').waitFor();
};
const insertInto = async (target: string): Promise<void> => {
  await choose('Insert into', target);
  await button(`Insert into ${target}`).click();
  await dialog().waitFor({ state: 'hidden' });
  await toolsPanel(page).getByText(`Inserted into “${target}”. Save the entry to keep it.`).waitFor();
};
const undo = () =>
  toolsPanel(page)
    .getByRole('button', { name: /^Undo in / })
    .click();
const saveButton = () => page.getByRole('button', { name: 'Save', exact: true });
const save = async (): Promise<void> => {
  await saveButton().click();
  await page.getByText('Saved document').first().waitFor();
};
const valueIs = (label: string, value: string) =>
  until(
    () => field(label).inputValue(),
    (now) => now === value,
  );

test('an answer goes into the field, and into the entry only when somebody saves', async () => {
  provider.answerAtOnce('Otters have dense fur.');
  await openArticle(page, documentId);
  await openDialog();
  expect(await dialog().getByText(CONTENT).count()).toBe(1);
  await runTool();
  expect(provider.requests.at(-1)?.body).toMatchObject({
    messages: [{ content: `Summarise in 100 words: ${CONTENT}` }],
  });
  expect(await side('Now').textContent()).toBe('Old words.');
  expect(await side('After inserting').textContent()).toBe('Otters have dense fur.');
  await button('Insert into summary').click();
  await valueIs('summary', 'Otters have dense fur.');
  expect((await stored())?.summary).toBe('Old words.');
  await save();
  expect((await stored())?.summary).toBe('Otters have dense fur.');
  await toolsPanel(page).getByText('Inserted into “summary”.', { exact: true }).waitFor();
});

test('an undo brings back what was there, as long as nobody has changed it since', async () => {
  provider.answerAtOnce('New words.');
  await openArticle(page, documentId);
  await openDialog();
  await runTool();
  await insertInto('summary');
  await valueIs('summary', 'New words.');
  await undo();
  await valueIs('summary', 'Old words.');
  await toolsPanel(page).getByText('“summary” is again what it was before.').waitFor();
  // nothing is left to save
  await until(() => saveButton().isDisabled(), Boolean);

  await openDialog();
  await runTool();
  await insertInto('summary');
  await field('summary').fill('New words. And mine.');
  await undo();
  await toolsPanel(page).getByText('“summary” was changed since, so it was left alone.').waitFor();
  await valueIs('summary', 'New words. And mine.');
});

test('an answer can be added after what is there', async () => {
  provider.answerAtOnce('More words.');
  await openArticle(page, documentId);
  await openDialog();
  await runTool();
  await dialog().getByRole('radio', { name: 'Add after the text' }).click();
  await until(
    () => side('After inserting').textContent(),
    (text) => text === 'Old words.\n\nMore words.',
  );
  await button('Insert into summary').click();
  await valueIs('summary', 'Old words.\n\nMore words.');
});

test('blocks get paragraphs, and their editor follows, also back', async () => {
  await articlesOf(panel.site).update({ documentId, locale: 'en', data: { story: [paragraph('Before.')] } });
  provider.answerAtOnce('First.\n\nSecond.');
  await openArticle(page, documentId);
  const story = page.locator('[data-slate-editor]').first();
  await openDialog();
  await runTool();
  await insertInto('story');
  await until(
    () => story.innerText(),
    (text) => /^First\.\s+Second\.$/.test(text.trim()),
  );
  await undo();
  await until(
    () => story.innerText(),
    (text) => text.trim() === 'Before.',
  );
  await until(() => saveButton().isDisabled(), Boolean);

  await openDialog();
  await runTool();
  await dialog().getByRole('radio', { name: 'Add after the text' }).click();
  await insertInto('story');
  await save();
  expect((await stored())?.story).toEqual([paragraph('Before.'), paragraph('First.'), paragraph('Second.')]);
});

test('components are written in place, those that are missing and those of lists too', async () => {
  provider.answerAtOnce('Dense fur.');
  await articlesOf(panel.site).update({
    documentId,
    locale: 'en',
    data: { sections: [{ __component: 'shared.seo', description: 'A section.' }] },
  });
  await openArticle(page, documentId);
  await openDialog();
  await runTool();
  await insertInto('seo › quote › words');
  await undo();
  await toolsPanel(page).getByText('is again what it was before').waitFor();
  await until(() => saveButton().isDisabled(), Boolean);

  for (const target of ['seo › description', 'quotes 2 › words', 'sections 1 (Seo) › description']) {
    await openDialog();
    await runTool();
    await insertInto(target);
  }
  await save();
  expect(await stored()).toMatchObject({
    seo: { description: 'Dense fur.' },
    quotes: [{ words: 'One' }, { words: 'Dense fur.' }],
    sections: [{ description: 'Dense fur.' }],
  });
});

test('several insertions are taken back one after another, the last one first', async () => {
  provider.answerAtOnce('New words.');
  await openArticle(page, documentId);
  for (const target of ['summary', 'seo › description']) {
    await openDialog();
    await runTool();
    await insertInto(target);
  }
  await toolsPanel(page).getByRole('button', { name: 'Undo in seo › description' }).click();
  await toolsPanel(page).getByRole('button', { name: 'Undo in summary' }).click();
  await valueIs('summary', 'Old words.');
  await until(() => saveButton().isDisabled(), Boolean);
});

test('an entry that is not saved yet can be written, too', async () => {
  provider.answerAtOnce('Seven facts about otters');
  await openArticle(page, 'create');
  await field('title').fill('Otters');
  await openDialog();
  await choose('Tool', 'Write a Headline');
  await runTool();
  await insertInto('title');
  await valueIs('title', 'Seven facts about otters');
  await save();
});

test('each language has its own words', async () => {
  await articlesOf(panel.site).update({
    documentId,
    locale: 'de',
    data: { title: 'Otter', content: 'Seeotter haben dichtes Fell.', summary: 'Alt.' },
  });
  provider.answerAtOnce('Dichtes Fell.');
  await openArticle(page, documentId, 'de');
  await openDialog();
  await runTool();
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain('Seeotter haben dichtes Fell.');
  await insertInto('summary');
  await save();
  expect([(await stored('de'))?.summary, (await stored())?.summary]).toEqual(['Dichtes Fell.', 'Old words.']);
});

test('how a tool was used is remembered for the type, for everybody', async () => {
  provider.answerAtOnce('Short.');
  await openArticle(page, documentId);
  await openDialog();
  await choose('content', 'Field: title');
  await dialog().getByLabel('max_length').fill('40');
  await runTool();
  await insertInto('seo › description');

  const other = await logInEditor(panel, {});
  await openArticle(other, documentId);
  await openDialog(other);
  expect(await dialog(other).getByRole('combobox', { name: 'content' }).textContent()).toBe('Field: title');
  expect(await dialog(other).getByLabel('max_length').inputValue()).toBe('40');
  await dialog(other).getByRole('button', { name: 'Run', exact: true }).click();
  await dialog(other).getByRole('button', { name: 'Insert into seo › description' }).waitFor();
  expect(provider.requests.at(-1)?.body).toMatchObject({
    messages: [{ content: 'Summarise in 40 words: Otters' }],
  });
  await other.context().close();
});

test('markup in an answer is text', async () => {
  const answer =
    '<img src=x onerror="window.hacked = true"><script>window.hacked = true</script> "quoted" & more';
  provider.answerAtOnce(answer);
  await openArticle(page, documentId);
  await openDialog();
  await runTool();
  expect(await side('After inserting').textContent()).toBe(answer);
  expect(await dialog().locator('img, script').count()).toBe(0);
  await button('Insert into summary').click();
  await valueIs('summary', answer);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

describe('rights', () => {
  test('who may not run tools, what is published and a type without texts have no panel', async () => {
    const other = await logInEditor(panel, { permissions: ['readTools'] });
    await openArticle(other, documentId);
    await other.getByLabel('summary', { exact: true }).waitFor();
    await other.waitForLoadState('networkidle');
    expect(await toolsPanel(other).count()).toBe(0);
    await other.context().close();

    await articlesOf(panel.site).publish({ documentId, locale: 'en' });
    await openArticle(page, documentId);
    await opener().waitFor();
    await page.getByRole('tab', { name: 'Published' }).click();
    await toolsPanel(page).waitFor({ state: 'detached' });

    await page.goto(new URL(`/admin/content-manager/collection-types/${TAG}/create`, page.url()).href);
    await field('rank').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await toolsPanel(page).count()).toBe(0);
  });

  test('only fields that the role may edit are offered, and only those that it may read are sent', async () => {
    provider.answerAtOnce('Short.');
    const other = await logInEditor(panel, {
      reads: ['title', 'content', 'summary', 'seo.description'],
      updates: ['title', 'seo.description'],
    });
    await openArticle(other, documentId);
    await openDialog(other);
    expect(await optionsOf('content', other)).toEqual([
      'Field: title',
      'Field: content',
      'Field: summary',
      'Field: seo › description',
      'Type it here',
    ]);
    await dialog(other).getByRole('button', { name: 'Run', exact: true }).click();
    await dialog(other).getByRole('button', { name: 'Run again' }).waitFor();
    expect(await optionsOf('Insert into', other)).toEqual(['title', 'seo › description']);
    await other.context().close();
  });
});

describe('a run', () => {
  beforeEach(() => provider.answerWhenTold());

  test('goes on while somebody edits, and says what has changed since', async () => {
    await openArticle(page, documentId);
    await openDialog();
    await button('Run').click();
    const answer = await provider.next();
    answer.say('Otters ');
    await until(
      () => side('After inserting').textContent(),
      (text) => text === 'Otters ',
    );
    await button('Close').first().click();
    await toolsPanel(page).getByText('The tool is writing…').waitFor();
    await field('summary').fill('Old words, and newer ones.');
    answer.say('swim.');
    answer.end();
    await toolsPanel(page).getByText('The answer is there.').waitFor();
    await opener().click();
    await dialog().getByText('“summary” was edited after the run began.').waitFor();
    expect(await side('Now').textContent()).toBe('Old words, and newer ones.');
    await button('Insert into summary').click();
    await valueIs('summary', 'Otters swim.');
    await undo();
    await valueIs('summary', 'Old words, and newer ones.');
  });

  test('that is stopped is given up everywhere, and what had come can still be used', async () => {
    await openArticle(page, documentId);
    await openDialog();
    await button('Run').click();
    const answer = await provider.next();
    answer.say('Half an');
    await until(
      () => side('After inserting').textContent(),
      (text) => text === 'Half an',
    );
    await button('Stop').click();
    await answer.hungUp;
    await dialog().getByText('You stopped this run.').waitFor();
    await button('Insert into summary').click();
    await valueIs('summary', 'Half an');
  });

  test('that was cut off, and an answer too long for its field, are told', async () => {
    await openArticle(page, documentId);
    await openDialog();
    await choose('Tool', 'Write a Headline');
    await button('Run').click();
    const answer = await provider.next();
    expect(answer.prompt).toContain('A better headline than: Otters');
    answer.say('x'.repeat(300));
    answer.end('length');
    await dialog().getByText('The answer was cut off').waitFor();
    await choose('Insert into', 'title');
    await dialog().getByText('300 of 255 characters').waitFor();
  });

  test('that fails says why in words, at the input where it is about one', async () => {
    await openArticle(page, documentId);
    await openDialog();
    await choose('content', 'Type it here');
    await button('Run').click();
    await dialog().getByText('is required.', { exact: true }).waitFor();

    await choose('Tool', 'Once an Hour');
    await runTool();
    await button('Run again').click();
    await dialog().getByText('rate_limit_exceeded', { exact: false }).waitFor();
  });
});

test('a tool that nobody can fill here is named with the reason, and not offered', async () => {
  await openArticle(page, documentId);
  await openDialog();
  await dialog().getByText('Tag Cloud (tags)').waitFor();
  expect(await optionsOf('Tool')).toEqual(['Content Summarizer', 'Once an Hour', 'Write a Headline']);
});

test('everything can be done by keyboard, and the focus comes back', async () => {
  provider.answerAtOnce('New words.');
  await openArticle(page, documentId);
  await opener().focus();
  await page.keyboard.press('Enter');
  await button('Run').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await until(() => opener().evaluate((element) => element === document.activeElement), Boolean);

  await page.keyboard.press('Enter');
  await button('Run').focus();
  await page.keyboard.press('Enter');
  await button('Insert into summary').focus();
  await page.keyboard.press('Enter');
  await valueIs('summary', 'New words.');
  await until(() => opener().evaluate((element) => element === document.activeElement), Boolean);
  await toolsPanel(page).getByRole('button', { name: 'Undo in summary' }).focus();
  await page.keyboard.press('Enter');
  await valueIs('summary', 'Old words.');
  await until(() => opener().evaluate((element) => element === document.activeElement), Boolean);
});

test('it can be read by everybody, in both languages and on small screens', async () => {
  provider.answerAtOnce('Sea otters have the densest fur of any animal, and it keeps them warm.');
  await articlesOf(panel.site).update({
    documentId,
    locale: 'en',
    data: { summary: 'Sea otters have fur, and it keeps them dry.' },
  });
  await openArticle(page, documentId);
  await openDialog();
  await photographScreen(page, 'field-action-inputs');
  await runTool();
  expect(await findBarriers(page, dialog())).toEqual([]);
  await photographScreen(page, 'field-action-compare');
  await insertInto('summary');
  expect(await findBarriers(page, toolsPanel(page))).toEqual([]);
  await photographScreen(page, 'field-action-inserted');

  const german = await logInEditor(panel, {}, { language: 'de', width: 390 });
  await openArticle(german, documentId);
  // what stands beside the form on a wide screen is in a drawer below it on a narrow one
  const drawer = german.getByRole('button', { name: /more actions/ });
  await drawer.last().click();
  await openDialog(german);
  await dialog(german).getByRole('button', { name: 'Ausführen', exact: true }).click();
  await dialog(german).getByRole('button', { name: 'Noch einmal ausführen' }).waitFor();
  const overflow = await dialog(german).evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await photographScreen(german, 'field-action-small');
  await german.context().close();
});

test('nothing went wrong in any window', () => {
  expect(panel.faults).toEqual([]);
});
