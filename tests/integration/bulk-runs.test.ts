import type { BulkRun } from '../../contracts/bulk-runs';
import { setTimeout as pause } from 'node:timers/promises';
import { readPath } from '../../contracts/content-fields';
import { createAdminCaller } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { ARTICLE, withArticles } from '../support/article-site';
import {
  answerAll,
  articlesOf,
  bulkPlugin,
  completionOf,
  contentOf,
  createArticles,
  dataOf,
  orderFor,
  readItems,
  startRun,
  untilEnded,
} from '../support/bulk-site';
import { clearLogs, readLogs } from '../support/callers';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let provider: FakeProvider;
let site: Site;
let admin: AdminCaller;

/** A rule of the site, in its own code: no summary of what is guarded. */
const GUARD = `
  const { errors } = require('@strapi/utils');
  module.exports = {
    register: ({ strapi }) => strapi.documents.use((context, next) => {
      if (context.action === 'update' && context.params.data?.summary === 'About Guarded') {
        throw new errors.ApplicationError('Not like this.');
      }
      return next();
    }),
  };
`;

beforeAll(async () => {
  provider = await startFakeProvider();
  site = await startSite(withArticles({ plugin: bulkPlugin(provider), files: { 'src/index.js': GUARD } }));
  admin = await createAdminCaller(site);
});
afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});
beforeEach(() => {
  provider.requests.length = 0;
  answerAll(provider);
});
afterEach(() => clearLogs(site));

const draft = (documentId: string, populate: object = {}) =>
  articlesOf(site).findOne({ documentId, populate });

/** An edit of a component as the panel sends it: of the same rows. */
const withIds = (component: Record<string, unknown>, edit: { quote: object }) => ({
  id: component.id,
  quote: { id: Object(component.quote).id, ...edit.quote },
});

describe('a run', () => {
  test('writes an answer for each entry to its draft, and leaves what is published alone', async () => {
    const ids = await createArticles(site, 5);
    await articlesOf(site).publish({ documentId: String(ids[0]) });

    const run = await startRun(admin, orderFor(ids));
    expect(run).toMatchObject({ state: 'running', started_by: 'super-admin', ended_at: null });
    const ended = await untilEnded(admin, run.id);

    expect(ended).toMatchObject({ state: 'finished', stopped_because: null, waits_until: null });
    expect(ended.counts).toEqual({ waiting: 0, written: 5, changed: 0, failed: 0, undone: 0, kept: 0 });
    // 10 tokens at 100 and 5 at 1000 dollars a million, five times
    expect(ended.cost_usd).toBeCloseTo(5 * 0.006, 9);
    expect(provider.requests.map(contentOf).sort()).toEqual([1, 2, 3, 4, 5].map((n) => `Text ${n}`));
    expect((await draft(String(ids[2])))?.summary).toBe('About Text 3');
    const published = await articlesOf(site).findOne({ documentId: String(ids[0]), status: 'published' });
    expect([published?.summary, (await draft(String(ids[0])))?.summary]).toEqual(['Old 1', 'About Text 1']);
    const items = await readItems(admin, run.id);
    expect(items.map(({ label, state }) => [label, state])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [`Title ${number}`, 'written']),
    );
    const logs = await readLogs(site);
    expect(logs.map(({ source, caller_type, caller_label }) => [source, caller_type, caller_label])).toEqual(
      ids.map(() => ['bulk', 'admin', 'super-admin']),
    );
    const listed: BulkRun[] = dataOf(await admin('GET', `bulk-runs?content_type=${ARTICLE}`));
    expect(listed[0]).toEqual(ended);
  });
});

test('a run writes under the name of whoever started it', async () => {
  const [id = ''] = await createArticles(site, 1);
  const run = await startRun(admin, orderFor([id]));
  await untilEnded(admin, run.id);
  const updatedBy = (await draft(id, ['updatedBy']))?.updatedBy;
  expect(updatedBy).toMatchObject({ firstname: 'super-admin' });
});

describe('what somebody changes while the tool runs', () => {
  /** Does something when the provider is asked about a text, before it answers. */
  const meanwhile = (about: string, act: () => Promise<unknown>) =>
    answerAll(provider, async (content) => {
      if (content === about) await act();
    });

  test('is not written over', async () => {
    const ids = await createArticles(site, 3);
    const [, edited = ''] = ids;
    meanwhile('Text 2', () =>
      articlesOf(site).update({ documentId: edited, data: { summary: 'By an editor' } }),
    );
    const { id } = await startRun(admin, orderFor(ids));
    const { state, counts } = await untilEnded(admin, id);
    expect([state, counts.written, counts.changed]).toEqual(['finished', 2, 1]);
    expect((await draft(edited))?.summary).toBe('By an editor');
    const { body } = await admin('GET', `bulk-runs/${id}/items?state=changed`);
    expect(body.data).toEqual([{ document_id: edited, label: 'Title 2', state: 'changed', error: null }]);
    // it stays so
    expect((await admin('POST', `bulk-runs/${id}/resume`)).status).toBe(409);
  });

  test('in other fields stays, also beside a field in a component', async () => {
    const seo = { description: 'Old', quote: { words: 'Quoted' } };
    const [id = ''] = await createArticles(site, 1, { seo });
    const populate = { seo: { populate: ['quote'] } };
    meanwhile('Text 1', async () => {
      const entry = Object(await draft(id, populate));
      await articlesOf(site).update({
        documentId: id,
        data: { title: 'New title', seo: { ...entry.seo, description: 'By an editor' } },
      });
    });
    const run = await startRun(admin, orderFor([id], { target: 'seo.quote.words' }));
    expect((await untilEnded(admin, run.id)).counts.written).toBe(1);
    expect(await draft(id, populate)).toMatchObject({
      title: 'New title',
      seo: { description: 'By an editor', quote: { words: 'About Text 1' } },
    });
  });

  test.each([
    ['summary', { summary: 'By an editor' }],
    ['seo.quote.words', { seo: { quote: { words: 'By an editor' } } }],
  ])('and has not saved to the end yet is waited for: %s', async (target, edit) => {
    const [id = ''] = await createArticles(site, 1, { seo: { description: 'x', quote: { words: 'y' } } });
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let saving: Promise<unknown> = Promise.resolve();
    meanwhile('Text 1', async () => {
      const entry = Object(await draft(id, { seo: { populate: ['quote'] } }));
      const data = 'seo' in edit ? { seo: withIds(entry.seo, edit.seo) } : edit;
      await new Promise<void>((resolve, reject) => {
        saving = site.strapi.db.transaction(async () => {
          await articlesOf(site).update({ documentId: id, data });
          resolve();
          await finished;
        });
        saving.catch(reject);
      });
    });
    const run = await startRun(admin, orderFor([id], { target }));
    while (provider.requests.length === 0) await pause(10);
    // the run has its answer by now, and must not write it
    await pause(500);
    finish();
    await saving;
    expect((await untilEnded(admin, run.id)).counts).toMatchObject({ changed: 1, written: 0, failed: 0 });
    expect(readPath(await draft(id, { seo: { populate: ['quote'] } }), target)).toBe('By an editor');
  });

  test('may be that the entry is gone: it fails in words, and the others go on', async () => {
    const ids = await createArticles(site, 2);
    meanwhile('Text 1', () => articlesOf(site).delete({ documentId: String(ids[0]) }));
    const { id } = await startRun(admin, orderFor(ids));
    expect((await untilEnded(admin, id)).counts).toMatchObject({ failed: 1, written: 1 });
    const [item] = await readItems(admin, id);
    expect(item?.error?.message).toBe('There is no such entry any more, or none in this language.');
  });
});

describe('a target', () => {
  const runInto = async (target: string, more: object = {}): Promise<string> => {
    const [documentId = ''] = await createArticles(site, 1, { ...more });
    const run = await startRun(admin, orderFor([documentId], { target }));
    const { counts, state } = await untilEnded(admin, run.id);
    expect([state, counts.written + counts.failed]).toEqual(['finished', 1]);
    lastRun = run.id;
    return documentId;
  };
  let lastRun = 0;

  const undo = async () => {
    expect((await admin('POST', `bulk-runs/${lastRun}/undo`)).status).toBe(200);
    return untilEnded(admin, lastRun);
  };

  test('of blocks gets paragraphs, and gets back what it had', async () => {
    const story = [
      { type: 'heading', level: 2, children: [{ type: 'text', text: 'Once', bold: true }] },
      { type: 'paragraph', children: [{ type: 'text', text: 'upon a time' }] },
    ];
    const id = await runInto('story', { story });
    expect((await draft(id))?.story).toEqual([
      { type: 'paragraph', children: [{ type: 'text', text: 'About Text 1' }] },
    ]);
    expect((await undo()).counts.undone).toBe(1);
    expect((await draft(id))?.story).toEqual(story);
  });

  test('can be a source as well', async () => {
    const [id = ''] = await createArticles(site, 1);
    const inputs = { content: { field: 'summary' }, max_length: { value: 7 } };
    const run = await startRun(admin, orderFor([id], { inputs }));
    await untilEnded(admin, run.id);
    expect((await draft(id))?.summary).toBe('About Summarise in 7 words: Old 1'.replace(/Summarise.*: /, ''));
  });

  test('in a component that an entry does not have makes one, and an undo takes it away again', async () => {
    const id = await runInto('seo.quote.words');
    const populate = { seo: { populate: ['quote'] } };
    expect((await draft(id, populate))?.seo).toMatchObject({
      description: null,
      quote: { words: 'About Text 1' },
    });
    await undo();
    expect((await draft(id, populate))?.seo).toBeNull();
  });

  test('in a component that was made and filled since is emptied, and no more', async () => {
    const id = await runInto('seo.quote.words');
    const populate = { seo: { populate: ['quote'] } };
    const { seo } = Object(await draft(id, populate));
    await articlesOf(site).update({ documentId: id, data: { seo: { ...seo, description: 'Mine' } } });
    expect((await undo()).counts.undone).toBe(1);
    expect((await draft(id, populate))?.seo).toMatchObject({ description: 'Mine', quote: { words: null } });
  });

  test('that is too short for the answer fails in words', async () => {
    const id = await runInto('title', { content: 'x'.repeat(300) });
    const [item] = await readItems(admin, lastRun);
    expect([item?.state, item?.error?.message]).toEqual([
      'failed',
      'The answer has 306 characters, and the field "title" takes 255.',
    ]);
    expect((await draft(id))?.title).toBe('Title 1');
  });

  test('takes no characters that a database refuses', async () => {
    provider.answerJson(completionOf('a\0b\ud800c'));
    const id = await runInto('summary');
    expect((await draft(id))?.summary).toBe('ab\ufffdc');
  });

  test('that a rule of the site guards fails in words', async () => {
    const id = await runInto('summary', { content: 'Guarded' });
    expect((await readItems(admin, lastRun))[0]?.error?.message).toBe(
      'The site refuses the value: Not like this.',
    );
    expect((await draft(id))?.summary).toBe('Old 1');
  });
});

describe('a language', () => {
  test('is the one of the order, and no other', async () => {
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
    const [id = ''] = await createArticles(site, 1);
    await articlesOf(site).update({
      documentId: id,
      locale: 'de',
      data: { content: 'Auf Deutsch', summary: 'Alt' },
    });
    const run = await startRun(admin, orderFor([id], { locale: 'de' }));
    expect((await untilEnded(admin, run.id)).locale).toBe('de');
    expect((await articlesOf(site).findOne({ documentId: id, locale: 'de' }))?.summary).toBe(
      'About Auf Deutsch',
    );
    expect((await draft(id))?.summary).toBe('Old 1');
  });
});

describe('an undo', () => {
  test('puts back what was there, sparing what somebody has edited since', async () => {
    const ids = await createArticles(site, 4);
    const [first = '', edited = '', gone = '', empty = ''] = ids;
    await articlesOf(site).update({ documentId: empty, data: { summary: null } });
    const run = await startRun(admin, orderFor(ids));
    await untilEnded(admin, run.id);
    await articlesOf(site).update({ documentId: edited, data: { summary: 'By an editor' } });
    await articlesOf(site).update({ documentId: first, data: { title: 'Another title' } });
    await articlesOf(site).delete({ documentId: gone });
    const calls = provider.requests.length;

    const undoing = dataOf(await admin('POST', `bulk-runs/${run.id}/undo`));
    expect(['undoing', 'undone']).toContain(undoing.state);
    const { state, counts } = await untilEnded(admin, run.id);
    expect([state, counts.undone, counts.kept, counts.written]).toEqual(['undone', 2, 2, 0]);
    expect(await draft(first)).toMatchObject({ summary: 'Old 1', title: 'Another title' });
    expect(await draft(edited)).toMatchObject({ summary: 'By an editor' });
    expect((await draft(empty))?.summary).toBeNull();
    expect(provider.requests.length).toBe(calls);
    for (const change of ['undo', 'resume', 'stop']) {
      expect((await admin('POST', `bulk-runs/${run.id}/${change}`)).status).toBe(409);
    }
  });

  test('writes to the draft only, also when the entry was published since', async () => {
    const [id = ''] = await createArticles(site, 1);
    const run = await startRun(admin, orderFor([id]));
    await untilEnded(admin, run.id);
    await articlesOf(site).publish({ documentId: id });
    await admin('POST', `bulk-runs/${run.id}/undo`);
    await untilEnded(admin, run.id);
    const published = await articlesOf(site).findOne({ documentId: id, status: 'published' });
    expect([published?.summary, (await draft(id))?.summary]).toEqual(['About Text 1', 'Old 1']);
  });
});
