import { setTimeout as pause } from 'node:timers/promises';
import { createAdminCaller } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { ARTICLE, withArticles } from '../support/article-site';
import type { BulkRun } from '../../contracts/bulk-runs';
import {
  TOOL,
  answerAll,
  articlesOf,
  bulkPlugin,
  completionOf,
  contentOf,
  createArticles,
  dataOf,
  orderFor,
  readItems,
  readRun,
  startRun,
  untilEnded,
  untilRun,
} from '../support/bulk-site';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let provider: FakeProvider;
let site: Site;
let admin: AdminCaller;

beforeAll(async () => {
  provider = await startFakeProvider();
  const plugin = bulkPlugin(provider, [
    // each call sets aside 0.0626 dollars, and costs 0.006
    { name: 'Frugal', budget_usd: 0.08 },
    { name: 'Limited', rate_limit: 2 },
    { name: 'Lost', provider: 'openai', model: 'gpt-4.1-mini' },
  ]);
  site = await startSite(withArticles({ plugin }));
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

const summaryOf = async (documentId = '') => (await articlesOf(site).findOne({ documentId }))?.summary;
const change = (id: number, what: 'stop' | 'resume' | 'undo') => admin('POST', `bulk-runs/${id}/${what}`);

/** Answers with an error of the provider for some texts, and as ever for the others. */
const failFor = (isFailing: (content: string) => boolean, status: number, message = 'no') =>
  provider.answer((request, response) => {
    const content = contentOf(request);
    const failed = isFailing(content);
    response.writeHead(failed ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(failed ? { error: { message } } : completionOf(`About ${content}`)));
  });

describe('a run that is stopped', () => {
  test('writes nothing more, ends its calls, and does the rest when it is resumed', async () => {
    const ids = await createArticles(site, 8);
    let answered = 0;
    let hungUp = 0;
    provider.answer((request, response) => {
      response.once('close', () => {
        if (!response.writableFinished) hungUp += 1;
      });
      // three are answered, and the next ones are left waiting
      answered += 1;
      if (answered > 3) return;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completionOf(`About ${contentOf(request)}`)));
    });
    const { id } = await startRun(admin, orderFor(ids));
    await untilRun(admin, id, ({ counts }) => counts.written === 3);
    while (answered < 6) await new Promise(setImmediate);

    const stopped = dataOf(await change(id, 'stop'));
    expect(stopped).toMatchObject({ state: 'stopped', stopped_because: null });
    expect(stopped.ended_at).not.toBeNull();
    expect((await change(id, 'stop')).status).toBe(409);
    while (hungUp < 3) await new Promise(setImmediate);
    expect(provider.requests).toHaveLength(6);

    answerAll(provider);
    expect(dataOf(await change(id, 'resume'))).toMatchObject({ state: 'running', ended_at: null });
    const ended = await untilEnded(admin, id);
    expect([ended.state, ended.counts.written]).toEqual(['finished', 8]);
    expect(await summaryOf(ids[7])).toBe('About Text 8');
    // the three that were written before were not asked for again
    expect(provider.requests).toHaveLength(6 + 5);
  });

  test('can be undone as far as it got', async () => {
    const ids = await createArticles(site, 4);
    answerAll(provider, (content) => (content === 'Text 1' ? Promise.resolve() : new Promise(() => {})));
    const { id } = await startRun(admin, orderFor(ids));
    await untilRun(admin, id, ({ counts }) => counts.written === 1);
    expect((await change(id, 'undo')).status).toBe(409);
    await change(id, 'stop');
    await change(id, 'undo');
    const { state, counts } = await untilEnded(admin, id);
    expect([state, counts.undone, counts.waiting]).toEqual(['undone', 1, 3]);
    expect(await summaryOf(ids[0])).toBe('Old 1');
  });
});

describe('an entry that fails', () => {
  test('is told apart, does not keep the others, and is tried again when the run is resumed', async () => {
    const ids = await createArticles(site, 4);
    failFor((content) => content === 'Text 2', 400, 'too rude');
    const { id } = await startRun(admin, orderFor(ids));
    const run = await untilEnded(admin, id);
    expect(run).toMatchObject({ state: 'finished', counts: { written: 3, failed: 1 } });
    const [failed] = (await readItems(admin, id)).filter(({ state }) => state === 'failed');
    expect(failed).toMatchObject({
      document_id: ids[1],
      label: 'Title 2',
      error: { code: 'provider_error' },
    });

    answerAll(provider);
    await change(id, 'resume');
    expect(await untilEnded(admin, id)).toMatchObject({
      state: 'finished',
      counts: { written: 4, failed: 0 },
    });
    expect(await summaryOf(ids[1])).toBe('About Text 2');
    expect((await change(id, 'resume')).status).toBe(409);
  });

  test('with an answer without text is paid for all the same', async () => {
    provider.answerJson(completionOf('  '));
    const { id } = await startRun(admin, orderFor(await createArticles(site, 1)));
    const { counts, cost_usd } = await untilEnded(admin, id);
    expect([counts.failed, cost_usd]).toEqual([1, expect.closeTo(0.006, 9)]);
    expect((await readItems(admin, id))[0]?.error?.code).toBe('empty_completion');
  });
});

/** Code of this site that goes wrong when an article is written: as a mistake does, or as a database it asks. */
const breakWrites = (
  fault: () => Error,
  isBroken: (data: Record<string, unknown>) => boolean,
): (() => void) => {
  let isOn = true;
  site.strapi.documents.use(async (context, next) => {
    const { data } = Object(context.params);
    if (isOn && context.action === 'update' && isBroken(Object(data))) throw fault();
    return next();
  });
  return () => {
    isOn = false;
  };
};

describe('code of the site that fails at a write', () => {
  const SITE_FAULTS: [string, () => Error][] = [
    ['a mistake in a lifecycle', () => new TypeError('Cannot read properties of undefined')],
    ['MySQL’s word for a value', () => Object.assign(new Error('x'), { code: 'ER_X', sqlState: 'HY000' })],
    ['a search service that is down', () => Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ];

  test.each(SITE_FAULTS)(
    '(%s) fails the entry, is paid for once, and the others go on',
    async (_what, fault) => {
      const ids = await createArticles(site, 3);
      const mend = breakWrites(fault, ({ summary }) => summary === 'About Text 2');
      const { id } = await startRun(admin, orderFor(ids));
      const run = await untilEnded(admin, id);
      expect(run).toMatchObject({ state: 'finished', counts: { written: 2, failed: 1 } });
      expect(run.cost_usd).toBeCloseTo(3 * 0.006, 9);
      expect(provider.requests).toHaveLength(3);
      expect((await readItems(admin, id))[1]?.error).toMatchObject({
        code: 'internal_error',
        message: 'The site failed to write this entry; its log says why.',
      });

      mend();
      await change(id, 'resume');
      expect((await untilEnded(admin, id)).counts).toMatchObject({ written: 3, failed: 0 });
    },
  );

  test('each time stops the run after five entries', async () => {
    const mend = breakWrites(
      () => new Error('no'),
      ({ summary }) => String(summary).startsWith('About'),
    );
    const { id } = await startRun(admin, orderFor(await createArticles(site, 12)));
    const { state, counts, stopped_because } = await untilEnded(admin, id);
    mend();
    expect([state, stopped_because?.code]).toEqual(['stopped', 'internal_error']);
    expect(counts.failed).toBeLessThanOrEqual(7);
  });
});

describe('an undo', () => {
  const startUndo = async (count: number): Promise<{ ids: string[]; id: number }> => {
    const ids = await createArticles(site, count);
    const { id } = await startRun(admin, orderFor(ids));
    await untilEnded(admin, id);
    return { ids, id };
  };

  test('goes on after an entry that the site fails to put back, says so, and can be done again', async () => {
    const { ids, id } = await startUndo(4);
    const mend = breakWrites(
      () => new TypeError('no'),
      ({ summary }) => summary === 'Old 2',
    );
    dataOf(await change(id, 'undo'));
    const run = await untilEnded(admin, id);
    expect(run).toMatchObject({ state: 'stopped', counts: { written: 1, undone: 3, kept: 0 } });
    const message = 'The site failed to put back this entry; its log says why.';
    expect(run.stopped_because).toMatchObject({
      code: 'internal_error',
      message: `One entry could not be put back: ${message}`,
    });
    expect((await readItems(admin, id))[1]).toMatchObject({ state: 'written', error: { message } });

    mend();
    dataOf(await change(id, 'undo'));
    expect(await untilEnded(admin, id)).toMatchObject({ state: 'undone', counts: { written: 0, undone: 4 } });
    expect(await summaryOf(ids[1])).toBe('Old 2');
    expect((await readItems(admin, id))[1]?.error).toBeNull();
  });

  test('can be stopped, and done again', async () => {
    const { ids, id } = await startUndo(2);
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isHeld = false;
    site.strapi.documents.use(async (context, next) => {
      const isUndo = context.action === 'findMany' && context.uid === ARTICLE && !isHeld;
      if (isUndo) {
        isHeld = true;
        await held;
      }
      return next();
    });
    dataOf(await change(id, 'undo'));
    while (!isHeld) await new Promise(setImmediate);
    expect(dataOf(await change(id, 'stop'))).toMatchObject({ state: 'stopped', counts: { written: 2 } });
    goOn();
    dataOf(await change(id, 'undo'));
    expect(await untilEnded(admin, id)).toMatchObject({ state: 'undone', counts: { undone: 2 } });
    expect(await summaryOf(ids[0])).toBe('Old 1');
  });
});

describe('a run stops by itself', () => {
  test('when the budget is used up, and not because its own calls have set some aside', async () => {
    const ids = await createArticles(site, 6);
    const { id } = await startRun(admin, orderFor(ids, { tool: 'frugal' }));
    const run = await untilEnded(admin, id);
    // after three, less is left than a call can cost
    expect(run).toMatchObject({ state: 'stopped', counts: { written: 3, waiting: 3, failed: 0 } });
    expect(run.stopped_because?.code).toBe('budget_exceeded');
    expect(run.cost_usd).toBeCloseTo(3 * 0.006, 9);
  });

  test.each([
    ['the provider refuses the key', 401, 'bad key', 'provider_auth_failed'],
    ['the provider has no such model', 404, 'The model `any` does not exist', 'model_not_found'],
  ])('when %s', async (_what, status, message, code) => {
    failFor(() => true, status, message);
    const { id } = await startRun(admin, orderFor(await createArticles(site, 5)));
    const run = await untilEnded(admin, id);
    expect(run).toMatchObject({ state: 'stopped', counts: { waiting: 5, failed: 0 } });
    expect(run.stopped_because?.code).toBe(code);
    expect(provider.requests.length).toBeLessThanOrEqual(3);
  });

  test('when the tool has no key, and goes on when somebody resumes it', async () => {
    const { id } = await startRun(admin, orderFor(await createArticles(site, 2), { tool: 'lost' }));
    const { state, stopped_because } = await untilEnded(admin, id);
    expect([state, stopped_because?.code]).toEqual(['stopped', 'provider_not_configured']);
    expect(dataOf(await change(id, 'resume'))).toMatchObject({ stopped_because: null });
    expect((await untilEnded(admin, id)).state).toBe('stopped');
  });

  test('after five equal failures in a row', async () => {
    failFor(() => true, 400);
    const { id } = await startRun(admin, orderFor(await createArticles(site, 12)));
    const { state, counts, stopped_because } = await untilEnded(admin, id);
    expect([state, stopped_because?.code]).toEqual(['stopped', 'provider_error']);
    expect(counts.failed).toBeGreaterThanOrEqual(5);
    expect(counts.failed).toBeLessThanOrEqual(7);
  });

  test('when the tool is gone', async () => {
    const tool = await admin('POST', 'tools', {
      tool: {
        name: 'Short-lived',
        description: 'x',
        provider: 'local',
        method: 'chat/completions',
        input_schema: { type: 'object', properties: { content: { type: 'string' } } },
        prompt_template: '{{content}}',
      },
    });
    const ids = await createArticles(site, 6);
    let isGone = false;
    answerAll(provider, async () => {
      if (isGone) return;
      isGone = true;
      dataOf(await admin('DELETE', `tools/${dataOf(tool).id}`));
    });
    const { id } = await startRun(admin, orderFor(ids, { tool: 'short-lived' }));
    const run = await untilEnded(admin, id);
    expect([run.state, run.stopped_because?.code]).toEqual(['stopped', 'tool_not_found']);
    expect((await change(id, 'resume')).status).toBe(400);
  });
});

test('a run on a type that is gone stops, and says so', async () => {
  const { id } = await startRun(admin, orderFor(await createArticles(site, 1)));
  await untilEnded(admin, id);
  const row = () => site.strapi.db.getConnection('ai_tools_bulk_runs').where({ id });
  await site.strapi.db.getConnection('ai_tools_bulk_items').where({ run: id }).update({ state: 'waiting' });
  // as after a deployment without the type
  await row().update({ content_type: 'api::gone.gone', state: 'running' });
  let stopped = null;
  while (!stopped) {
    // SQLite answers at once, and would leave nothing else a turn
    await pause(50);
    stopped = await row().where({ state: 'stopped' }).first();
  }
  expect(stopped.stopped_because).toContain('There is no content type of this name.');
});

describe('a run waits', () => {
  test('for the rate limit of its tool, tells until when, and can be stopped meanwhile', async () => {
    const ids = await createArticles(site, 4);
    const { id } = await startRun(admin, orderFor(ids, { tool: 'limited' }));
    const waiting = await untilRun(
      admin,
      id,
      ({ waits_until, counts }) => waits_until !== null && counts.written === 2,
    );
    expect(waiting).toMatchObject({ state: 'running', counts: { waiting: 2, failed: 0 } });
    expect(Date.parse(String(waiting.waits_until))).toBeGreaterThan(Date.now() + 60_000);
    await change(id, 'stop');
    expect(await readRun(admin, id)).toMatchObject({ state: 'stopped', waits_until: null });
  });

  test('for long without keeping others from their turn, and goes on when it is time', async () => {
    const ids = await createArticles(site, 3);
    const isWaiting = ({ waits_until }: BulkRun) => waits_until !== null;
    const waiting: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { id } = await startRun(admin, orderFor(ids, { tool: 'limited' }));
      await untilRun(admin, id, isWaiting);
      waiting.push(id);
    }
    const other = await startRun(admin, orderFor(ids, { target: 'title' }));
    expect((await untilEnded(admin, other.id)).counts.written).toBe(3);
    for (const id of waiting) {
      expect(await readRun(admin, id)).toMatchObject({ state: 'running', waits_until: expect.any(String) });
    }
    const rows = site.strapi.db.getConnection('ai_tools_bulk_runs').whereIn('id', waiting);
    await rows.update({ waits_until: Date.now(), tool: TOOL });
    for (const id of waiting) {
      const { state, counts, waits_until } = await untilEnded(admin, id);
      expect([state, counts.waiting, waits_until]).toEqual(['finished', 0, null]);
    }
  });

  test('for a busy provider, and goes on by itself', async () => {
    let isBusy = true;
    provider.answer((request, response) => {
      // the plugin's own attempts are used up before the run waits
      const isRefused = isBusy && provider.requests.length <= 20;
      response.writeHead(isRefused ? 429 : 200, {
        'content-type': 'application/json',
        ...(isRefused && { 'retry-after': '1' }),
      });
      response.end(JSON.stringify(isRefused ? { error: {} } : completionOf(`About ${contentOf(request)}`)));
    });
    const ids = await createArticles(site, 1);
    const { id } = await startRun(admin, orderFor(ids));
    await untilRun(admin, id, ({ waits_until }) => waits_until !== null);
    isBusy = false;
    const ended = await untilEnded(admin, id);
    expect(ended).toMatchObject({ state: 'finished', waits_until: null, counts: { written: 1, failed: 0 } });
  });
});

describe('a run that is not there', () => {
  test.each(['999999', '0', 'x', '1e3', '99999999999999999999'])('under %s is a 404', async (id) => {
    expect((await admin('GET', `bulk-runs/${id}`)).status).toBe(404);
    expect((await admin('GET', `bulk-runs/${id}/items`)).status).toBe(404);
    expect((await admin('POST', `bulk-runs/${id}/stop`)).status).toBe(404);
  });
});

test('what is too old is deleted with what it has of the fields, and what is younger or under way stays', async () => {
  const ids = await createArticles(site, 2);
  const runs: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { id } = await startRun(admin, orderFor(ids));
    await untilEnded(admin, id);
    runs.push(id);
  }
  const rows = () => site.strapi.db.getConnection('ai_tools_bulk_runs');
  const longAgo = Date.now() - 91 * 86_400_000;
  await rows().where({ id: runs[0] }).update({ ended_at: longAgo });
  await rows().where({ id: runs[1] }).update({ ended_at: null, started_at: longAgo });
  await site.strapi.plugin('ai-tools').service('log-retention').deleteNow();
  expect((await admin('GET', `bulk-runs/${runs[0]}`)).status).toBe(404);
  const items: { run: unknown }[] = await site.strapi.db.getConnection('ai_tools_bulk_items').select('run');
  expect(items.filter(({ run }) => Number(run) === runs[0])).toEqual([]);
  expect(items.filter(({ run }) => Number(run) === runs[1] || Number(run) === runs[2])).toHaveLength(4);
});
