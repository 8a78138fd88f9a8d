import type { EstimateBulkRun, PreviewBulkRun } from '../../contracts/bulk-runs';
import { adminCallerOf, createAdminCaller, faultyFields } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { ARTICLE, withArticles } from '../support/article-site';
import {
  answerAll,
  articlesOf,
  bulkPlugin,
  createArticles,
  dataOf,
  orderFor,
  readItems,
  startRun,
  untilEnded,
} from '../support/bulk-site';
import { clearLogs, readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const RUN_IN_BULK = 'plugin::ai-tools.content.run-bulk';
const READ = 'plugin::content-manager.explorer.read';
const UPDATE = 'plugin::content-manager.explorer.update';

let provider: FakeProvider;
let site: Site;
let admin: AdminCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  const plugin = bulkPlugin(provider, [
    { name: 'Frugal', budget_usd: 5 },
    { name: 'Off', enabled: false },
  ]);
  site = await startSite(withArticles({ plugin }));
  await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
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

interface Permission {
  action: string;
  subject?: string;
  properties?: { fields?: string[]; locales?: string[] };
  conditions?: string[];
}

let people = 0;

/** Somebody whose role allows just this. */
const createPerson = async (
  permissions: readonly Permission[],
): Promise<{ id: number; call: AdminCaller }> => {
  const { strapi } = site;
  people += 1;
  const role = await strapi.service('admin::role').create({ name: `role-${people}`, description: 'test' });
  await strapi.service('admin::role').assignPermissions(
    role.id,
    permissions.map((permission) => ({ subject: null, properties: {}, conditions: [], ...permission })),
  );
  const credentials = { email: `person-${people}@example.org`, password: 'Passw0rd-of-person' };
  const user = await strapi
    .service('admin::user')
    .create({ firstname: `Person ${people}`, ...credentials, isActive: true, roles: [role.id] });
  return { id: user.id, call: await adminCallerOf(site, credentials) };
};

const onArticles = (action: string, fields: string[], more: Partial<Permission> = {}): Permission => ({
  action,
  subject: ARTICLE,
  properties: { fields, locales: ['en'] },
  ...more,
});

const estimate = async (
  caller: AdminCaller,
  ...order: Parameters<typeof orderFor>
): Promise<EstimateBulkRun.Response['data']> =>
  dataOf(await caller('POST', 'bulk-runs/estimate', orderFor(...order)));

describe('an estimate', () => {
  test('of a tool whose provider is gone is refused, and names the tool', async () => {
    dataOf(await admin('PUT', 'providers/mine', { kind: 'sandbox' }));
    const { id, fields } = dataOf(
      await admin('POST', 'tools', { tool: summarizer({ name: 'Orphan', provider: 'mine' }) }),
    );
    dataOf(await admin('DELETE', 'providers/mine'));
    const order = orderFor(await createArticles(site, 1), { tool: fields.slug });
    for (const path of ['bulk-runs/estimate', 'bulk-runs/preview', 'bulk-runs']) {
      expect(faultyFields(await admin('POST', path, order))).toEqual(['tool']);
    }
    await admin('DELETE', `tools/${id}`);
  });

  test('tells tokens and the most that it can cost, without asking the provider', async () => {
    const ids = await createArticles(site, 2);
    const { entries, left_out, prompt_tokens, cost_usd_at_most, budget_left_usd } = await estimate(
      admin,
      ids,
    );
    expect([entries, left_out, budget_left_usd]).toEqual([2, [], null]);
    // "Summarise in 100 words: Text 1", twice
    expect(prompt_tokens).toBeGreaterThanOrEqual(12);
    expect(prompt_tokens).toBeLessThan(40);
    // 30 bytes and 32 tokens around each of three parts at 100 dollars a million, and 50 of answer at 1000
    expect(cost_usd_at_most).toBeCloseTo(2 * ((30 + 3 * 32) * 0.0001 + 50 * 0.001), 9);
    expect(provider.requests).toEqual([]);
    expect(await readLogs(site)).toEqual([]);
  });

  test('tells what is left of the budget', async () => {
    const ids = await createArticles(site, 1);
    expect((await estimate(admin, ids, { tool: 'frugal' })).budget_left_usd).toBe(5);
  });

  test('names the entries that would be left out, and why; the run then has the others', async () => {
    const [id = ''] = await createArticles(site, 1);
    const [empty = ''] = await createArticles(site, 1, { content: '', title: 'Empty' });
    const { documentId: german } = await articlesOf(site).create({
      data: { title: 'Nur deutsch', content: 'Text' },
      locale: 'de',
    });
    const ids = [id, empty, german, 'nosuchdocument', id];
    const { entries, left_out } = await estimate(admin, ids);
    expect(entries).toBe(1);
    expect(left_out).toEqual([
      { document_id: empty, label: 'Empty', reason: expect.stringContaining('"content"') },
      { document_id: german, label: german, reason: expect.stringContaining('none in this language') },
      { document_id: 'nosuchdocument', label: 'nosuchdocument', reason: expect.any(String) },
    ]);
    const { id: run } = await startRun(admin, orderFor(ids));
    await untilEnded(admin, run);
    expect((await readItems(admin, run)).map(({ document_id }) => document_id)).toEqual([id]);
  });
});

describe('a preview', () => {
  const preview = async (...order: Parameters<typeof orderFor>): Promise<PreviewBulkRun.Response['data']> =>
    dataOf(await admin('POST', 'bulk-runs/preview', orderFor(...order)));

  test('runs the tool on the first entry, and writes nothing', async () => {
    const ids = await createArticles(site, 2);
    expect(await preview(ids)).toEqual({
      document_id: ids[0],
      label: 'Title 1',
      before: 'Old 1',
      after: 'About Text 1',
      error: null,
      cost_usd: expect.closeTo(0.006, 9),
    });
    expect(provider.requests).toHaveLength(1);
    expect((await articlesOf(site).findOne({ documentId: String(ids[0]) }))?.summary).toBe('Old 1');
    expect((await readLogs(site)).map(({ source }) => source)).toEqual(['bulk']);
  });

  test('is of an entry that would be in the run, or else says why none would be', async () => {
    const [empty = ''] = await createArticles(site, 1, { content: null });
    const [full = ''] = await createArticles(site, 1);
    expect(await preview([empty, full])).toMatchObject({ document_id: full, after: 'About Text 1' });
    const refused = await preview([empty]);
    expect([refused.document_id, refused.after, refused.error?.code]).toEqual([empty, null, 'invalid_input']);
    expect(provider.requests).toHaveLength(1);
  });

  test('tells why the tool cannot be run', async () => {
    provider.answerJson({ error: { message: 'bad key' } }, 401);
    const { after, error } = await preview(await createArticles(site, 1));
    expect([after, error?.code]).toEqual([null, 'provider_auth_failed']);
  });
});

describe('an order is refused', () => {
  const faultsOf = async (...order: Parameters<typeof orderFor>) => {
    for (const path of ['bulk-runs/preview', 'bulk-runs/estimate']) {
      expect((await admin('POST', path, orderFor(...order))).status).toBe(400);
    }
    return faultyFields(await admin('POST', 'bulk-runs', orderFor(...order)));
  };

  test.each([
    ['a type that is not there', { content_type: 'api::nothing.nothing' }, ['content_type']],
    ['a type without drafts', { content_type: 'plugin::users-permissions.user' }, ['content_type']],
    ['a type of the host', { content_type: 'admin::user' }, ['content_type']],
    ['a language that is not there', { locale: 'fr' }, ['locale']],
    ['a tool that is not there', { tool: 'nothing' }, ['tool']],
    ['a tool that is switched off', { tool: 'off' }, ['tool']],
    ['a target that is not there', { target: 'subtitle' }, ['target']],
    ['a target that is no text', { target: 'seo' }, ['target']],
    ['a target in a list', { target: 'quotes.0.words' }, ['target']],
    ['a source that is not there', { inputs: { content: { field: 'text' } } }, ['inputs.content']],
    ['a path of prototypes', { target: '__proto__.polluted' }, ['target']],
    ['several faults at once', { target: 'x', tool: 'nothing', locale: 'fr' }, ['locale', 'target', 'tool']],
  ])('for %s', async (_what, changes, fields) => {
    expect(await faultsOf(['some'], changes)).toEqual(fields);
    expect(provider.requests).toEqual([]);
  });

  test('for no entry at all, for too many, and for what is no order', async () => {
    expect(await faultsOf([])).toEqual(['document_ids']);
    expect(await faultsOf(Array.from({ length: 2001 }, (_none, index) => `id${index}`))).toEqual([
      'document_ids',
    ]);
    expect(faultyFields(await admin('POST', 'bulk-runs', { ...orderFor(['x']), more: 1 }))).toEqual(['more']);
  });

  test('with a reason for a type without drafts', async () => {
    const order = orderFor(['x'], { content_type: 'plugin::users-permissions.user' });
    const { body } = await admin('POST', 'bulk-runs', order);
    expect(body.error.message).toContain('draft');
  });
});

describe('who may not', () => {
  test.each([
    ['edit the field', READ, ['content', 'summary'], ['content'], 'You may not edit the field "summary".'],
    ['read the source', READ, ['summary'], ['summary'], 'You may not read the field "content".'],
    ['read the target', READ, ['content'], ['summary'], 'You may not read the field "summary".'],
  ])('%s is refused, with the reason', async (_what, read, readable, editable, reason) => {
    const { call } = await createPerson([
      { action: RUN_IN_BULK },
      onArticles(read, readable),
      onArticles(UPDATE, editable),
    ]);
    const order = orderFor(await createArticles(site, 1));
    for (const path of ['bulk-runs', 'bulk-runs/estimate', 'bulk-runs/preview']) {
      const { status, body } = await call('POST', path, order);
      expect([status, body.error.message]).toEqual([403, reason]);
    }
    expect(provider.requests).toEqual([]);
  });

  test('edit other people’s entries has these left out', async () => {
    const { id, call } = await createPerson([
      { action: RUN_IN_BULK },
      onArticles(READ, ['content', 'summary', 'title']),
      onArticles(UPDATE, ['summary'], { conditions: ['admin::is-creator'] }),
    ]);
    const [own = ''] = await createArticles(site, 1, { createdBy: id });
    const [other = ''] = await createArticles(site, 1);
    const { entries, left_out } = await estimate(call, [other, own]);
    expect(entries).toBe(1);
    expect(left_out).toEqual([{ document_id: other, label: other, reason: 'You may not edit this entry.' }]);

    const { id: run } = await startRun(call, orderFor([other, own]));
    expect((await untilEnded(call, run)).counts).toMatchObject({ written: 1, failed: 0 });
    expect((await articlesOf(site).findOne({ documentId: other }))?.summary).toBe('Old 1');
    const written = await articlesOf(site).findOne({ documentId: own, populate: ['updatedBy'] as never });
    expect(written).toMatchObject({ summary: 'About Text 1', updatedBy: { id } });
    expect((await call('POST', 'bulk-runs', orderFor([other]))).status).toBe(403);
  });

  test('edit in a language has nothing written in it', async () => {
    const { call } = await createPerson([
      { action: RUN_IN_BULK },
      onArticles(READ, ['content', 'summary'], {
        properties: { fields: ['content', 'summary'], locales: ['en', 'de'] },
      }),
      onArticles(UPDATE, ['summary']),
    ]);
    const { documentId } = await articlesOf(site).create({ data: { content: 'Text' }, locale: 'de' });
    const { entries, left_out } = await estimate(call, [documentId], { locale: 'de' });
    expect([entries, left_out.length]).toEqual([0, 1]);
  });

  test('read entries of the type sees nothing of its runs', async () => {
    const { id } = await startRun(admin, orderFor(await createArticles(site, 1)));
    await untilEnded(admin, id);
    const { call } = await createPerson([{ action: RUN_IN_BULK }]);
    expect(dataOf(await call('GET', 'bulk-runs'))).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/items'],
      ['POST', '/undo'],
    ] as const) {
      expect((await call(method, `bulk-runs/${id}${path}`)).status).toBe(404);
    }
  });

  test('read every entry sees the titles of none in other people’s runs', async () => {
    const [documentId = ''] = await createArticles(site, 1);
    const { id } = await startRun(admin, orderFor([documentId]));
    await untilEnded(admin, id);
    const { call } = await createPerson([
      { action: RUN_IN_BULK },
      onArticles(READ, ['content', 'summary', 'title'], { conditions: ['admin::is-creator'] }),
    ]);
    expect((await readItems(call, id)).map(({ label }) => label)).toEqual([documentId]);
    expect((await readItems(admin, id)).map(({ label }) => label)).toEqual(['Title 1']);
  });

  test('edit the entries any more has a run stopped that goes on as this person', async () => {
    const { id, call } = await createPerson([
      { action: RUN_IN_BULK },
      onArticles(READ, ['content', 'summary', 'title']),
      onArticles(UPDATE, ['summary']),
    ]);
    const ids = await createArticles(site, 2);
    answerAll(provider, () => new Promise(() => {}));
    const run = await startRun(call, orderFor(ids));
    while (provider.requests.length === 0) await new Promise(setImmediate);
    expect((await call('POST', `bulk-runs/${run.id}/stop`)).status).toBe(200);
    answerAll(provider);
    await site.strapi.db.query('admin::user').update({ where: { id }, data: { isActive: false } });
    // as if the site had been down in between
    await site.strapi.db
      .getConnection('ai_tools_bulk_runs')
      .where({ id: run.id })
      .update({ state: 'running' });

    const ended = await untilEnded(admin, run.id);
    expect(ended).toMatchObject({ state: 'stopped', counts: { waiting: 2, written: 0 } });
    expect(ended.stopped_because?.message).toContain('administrator');
    // somebody else takes it on
    expect((await admin('POST', `bulk-runs/${run.id}/resume`)).status).toBe(200);
    expect((await untilEnded(admin, run.id)).counts.written).toBe(2);
  });

  test.each([
    [
      'edit the entries',
      [{ action: RUN_IN_BULK }, onArticles(UPDATE, ['summary'], { conditions: ['admin::is-creator'] })],
      'You may not edit',
    ],
    [
      'edit the field',
      [{ action: RUN_IN_BULK }, onArticles(UPDATE, ['title'])],
      'You may not edit the field "summary".',
    ],
    [
      'run tools in bulk',
      [onArticles(UPDATE, ['summary'])],
      'The administrator of this run may no longer run tools over many entries.',
    ],
  ])('%s any more leaves an undo to others, with nothing lost', async (_what, allowed, reason) => {
    const ids = await createArticles(site, 2);
    const { id } = await startRun(admin, orderFor(ids));
    await untilEnded(admin, id);
    const person = await createPerson([onArticles(READ, ['content', 'summary', 'title']), ...allowed]);
    // as if these rights had changed right after the click
    await site.strapi.db
      .getConnection('ai_tools_bulk_runs')
      .where({ id })
      .update({ state: 'undoing', actor: person.id, ended_at: null });
    const stopped = await untilEnded(admin, id);
    expect(stopped).toMatchObject({ state: 'stopped', counts: { written: 2, kept: 0, undone: 0 } });
    expect(stopped.stopped_because?.message).toContain(reason);

    expect((await admin('POST', `bulk-runs/${id}/undo`)).status).toBe(200);
    expect(await untilEnded(admin, id)).toMatchObject({ state: 'undone', counts: { undone: 2 } });
    expect((await articlesOf(site).findOne({ documentId: String(ids[0]) }))?.summary).toBe('Old 1');
  });
});
