import { readFile } from 'node:fs/promises';
import path from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { LogRow } from '../../server/src/engine/log-row';
import { generateLogRows } from '../../bench/log-rows';
import { flushLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { logRow } from '../support/log-rows';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const TABLE = 'ai_tools_logs';
const TRIALS = ['playground', 'test-connection'];
const GENERATED = 100_000;
const PAGE_SIZE = 50;
const HOUR_MS = 3_600_000;

let panel: Panel;
let page: Page;

beforeAll(async () => {
  panel = await startPanel({
    plugin: {
      tools: [
        summarizer(),
        summarizer({ name: 'Failing', model: 'sandbox-provider-unavailable' }),
        summarizer({
          name: 'Backed',
          model: 'sandbox-provider-unavailable',
          fallbacks: [
            { provider: 'openai', model: 'not-set-up' },
            { provider: 'sandbox', model: 'sandbox-echo' },
          ],
        }),
      ],
      logs: { capture: 'all' },
    },
  });
  page = await panel.logIn();
});
afterAll(() => panel?.stop());

type StoredRow = Record<string, string | number | null>;
const rows = () => panel.site.strapi.db.connection<StoredRow>(TABLE);
/** Those that the page shows unless it is asked for more. */
const used = () => rows().whereNotIn('source', TRIALS);
const idsOf = (found: StoredRow[]): unknown[] => found.map(({ request_id: id }) => id);
/** The request ids of rows, newest first. */
const newest = async (query: ReturnType<typeof rows>, limit = PAGE_SIZE): Promise<unknown[]> =>
  idsOf(
    await query
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit),
  );

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const drawer = () => page.getByRole('dialog');
const row = (requestId: unknown) => page.locator(`[data-run="${requestId}"]`);
const told = (message: string | RegExp) => page.getByText(message, { exact: true }).first().waitFor();
const shownIds = (): Promise<(string | null)[]> =>
  page.locator('[data-run]').evaluateAll((found) => found.map((one) => one.getAttribute('data-run')));
/** Waits until exactly these rows are shown, in this order. */
const shown = async (wanted: unknown[]): Promise<void> => {
  await page
    .waitForFunction(
      (expected) =>
        JSON.stringify(
          [...document.querySelectorAll('[data-run]')].map((one) => one.getAttribute('data-run')),
        ) === expected,
      JSON.stringify(wanted),
    )
    // the difference says more than a time limit
    .catch(async () => expect(await shownIds()).toEqual(wanted));
};
/** Until what was asked for is shown: the errors of today, which may have begun anew on the way. */
const errorsOfToday = async (midnight: () => number, ask: () => Promise<void>): Promise<void> => {
  const errorsSince = (time: number) =>
    newest(used().where('status', 'error').where('created_at', '>=', time));
  const today = midnight();
  await ask();
  await shown(await errorsSince(today)).catch(async (fault) => {
    if (midnight() === today) throw fault;
    await shown(await errorsSince(midnight()));
  });
};
const openLogs = async (search = ''): Promise<void> => {
  await openPage(page, `logs${search}`);
  // a run that is open hides the page behind it from readers
  await page.locator('h1', { hasText: 'Logs' }).waitFor();
};
const pick = async (label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const addFilter = async (field: string, value: string): Promise<void> => {
  await button('Filter').click();
  if (field !== 'Tool') await pick('Filter by', field);
  await page.getByRole('combobox', { name: 'Value' }).fill(value);
  await button('Add filter').click();
};
const address = (): URLSearchParams => new URL(page.url()).searchParams;
const record = async (...changes: Partial<LogRow>[]): Promise<string[]> => {
  const runs = changes.map(logRow);
  for (const run of runs) await panel.site.strapi.plugin('ai-tools').service('logs').record(run);
  await flushLogs(panel.site);
  return runs.map(({ request_id: id }) => id);
};
const run = async (slug: string, inputs: object): Promise<string> => {
  const answer = await panel.site.strapi
    .plugin('ai-tools')
    .service('execute')
    .executeTool(slug, inputs, { source: 'service' });
  await flushLogs(panel.site);
  return 'error' in answer ? answer.error.details.request_id : answer.meta.request_id;
};
/** The drawer stands outside the page's own part of the panel. */
const barriersOfDrawer = async (): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document.querySelector('[role=dialog]') ?? document),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
};

test('a log without rows says what will stand there', async () => {
  await openLogs();
  await page.getByText(/^Nothing has run yet/).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'logs-empty');
});

describe('a log of many rows', () => {
  let failed: string;
  let answered: string;
  beforeAll(async () => {
    await generateLogRows(panel.site.strapi.db.connection, GENERATED, Date.now() - HOUR_MS);
    await run('failing', { content: 'what was asked' });
    failed = await run('failing', { content: 'what was asked', max_length: 7 });
    answered = await run('content-summarizer', { content: 'a long story' });
  });

  describe('the table', () => {
    test('shows the newest rows, with their figures', async () => {
      await openLogs();
      const wanted = await newest(used());
      expect(wanted[0]).toBe(answered);
      await shown(wanted);
      const generated = await used()
        .where('status', 'success')
        .whereNotNull('cost_micros')
        .andWhere('cached', false)
        .whereIn('request_id', wanted.map(String))
        .whereLike('request_id', 'run-%')
        .first();
      if (!generated) throw new Error('no generated row is on the first page');
      const cells = await row(generated.request_id).getByRole('gridcell').allInnerTexts();
      const number = (value: unknown): string => Number(value).toLocaleString('en');
      const tokens = Number(generated.prompt_tokens) + Number(generated.completion_tokens);
      expect(cells.map((cell) => cell.split(/\s*\n\s*/))).toEqual([
        [expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/)],
        [generated.tool_name, generated.model],
        [
          generated.caller_type === 'user' ? `User ${generated.caller_label}` : 'This site',
          { rest: 'REST', service: 'Code', shortcode: 'Shortcode' }[String(generated.source)],
        ],
        ['Success'],
        [
          Number(generated.latency_ms) < 1000
            ? `${generated.latency_ms} ms`
            : `${(Number(generated.latency_ms) / 1000).toFixed(2)} s`,
        ],
        [number(tokens), `${number(generated.prompt_tokens)} in, ${number(generated.completion_tokens)} out`],
        [expect.stringMatching(/^\$0\.00/)],
      ]);
      await row(failed).getByText('provider_unavailable').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await photograph(page, 'logs');
    });

    test('is paged to older rows and back, and to both ends', async () => {
      const first = await newest(used());
      const two = await newest(used(), 2 * PAGE_SIZE);
      const oldest = idsOf(await used().orderBy(['created_at', 'id']).limit(PAGE_SIZE)).reverse();
      await openLogs();
      await shown(first);
      expect(await button('Newer').isDisabled()).toBe(true);
      await button('Older').click();
      await shown(two.slice(PAGE_SIZE));
      await page.reload();
      await shown(two.slice(PAGE_SIZE));
      await button('Newer').click();
      await shown(first);
      await button('Last page').click();
      await shown(oldest);
      expect(await button('Older').isDisabled()).toBe(true);
      await button('First page').click();
      await shown(first);
    });

    test('is ordered by time taken and by cost, either way', async () => {
      await openLogs('?tool=tool-11');
      const ofTool = () => used().where('tool_slug', 'tool-11');
      await button('Time taken').click();
      await page.waitForURL(/sort=latency&order=desc/);
      const slow = await ofTool().max('latency_ms as most').first();
      await page.waitForFunction(
        (wanted) => document.querySelector('[data-run]')?.getAttribute('data-run') === wanted,
        (
          await ofTool()
            .where('latency_ms', Number(slow?.most))
            .orderBy([{ column: 'created_at', order: 'desc' }])
            .first()
        )?.request_id,
      );
      const times = async (): Promise<number[]> => {
        const ids = await shownIds();
        const found = await rows().whereIn('request_id', ids.map(String));
        return ids.map((id) => Number(found.find(({ request_id: one }) => one === id)?.latency_ms));
      };
      const falling = await times();
      expect(falling).toHaveLength(PAGE_SIZE);
      expect(falling).toEqual([...falling].sort((one, other) => other - one));
      await button('Time taken').click();
      await page.waitForURL(/order=asc/);
      await page.waitForFunction(
        (slowest) => document.querySelector('[data-run]')?.getAttribute('data-run') !== slowest,
        (await ofTool().where('latency_ms', Number(slow?.most)).first())?.request_id,
      );
      const rising = await times();
      expect(rising).toEqual([...rising].sort((one, other) => one - other));
      expect(await page.getByRole('columnheader', { name: 'Time taken' }).getAttribute('aria-sort')).toBe(
        'ascending',
      );
    });
  });

  describe('filters', () => {
    test('are added, stand in the address, survive a reload, and are taken away one by one', async () => {
      await openLogs();
      await addFilter('Tool', 'tool-7');
      await shown(await newest(used().where('tool_slug', 'tool-7')));
      await addFilter('Status', 'error');
      await addFilter('Error code', 'provider_timeout');
      await addFilter('Caller', 'user:1');
      const found = () =>
        used()
          .where({ tool_slug: 'tool-7', status: 'error', error_code: 'provider_timeout' })
          .where({ caller_type: 'user', caller_id: '1' });
      await shown(await newest(found()));
      expect(Object.fromEntries(address())).toEqual({
        tool: 'tool-7',
        status: 'error',
        code: 'provider_timeout',
        caller_type: 'user',
        caller_id: '1',
      });
      expect(await findBarriers(page)).toEqual([]);
      await photograph(page, 'logs-filtered');
      await page.reload();
      await shown(await newest(found()));
      await button(/^Remove filter Caller/).click();
      await button('Remove filter Error code: provider_timeout').click();
      await shown(await newest(used().where({ tool_slug: 'tool-7', status: 'error' })));
      await button('Remove all filters').click();
      await shown(await newest(used()));
    });

    test('offer what there is', async () => {
      await openLogs();
      await button('Filter').click();
      await page.getByRole('combobox', { name: 'Value' }).click();
      await page.getByRole('option', { name: 'content-summarizer' }).waitFor();
      await photograph(page, 'logs-add-filter');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    });

    test('find words of an error message, and a run by its request id', async () => {
      await openLogs();
      const search = page.getByRole('searchbox', { name: 'Search the log' });
      await search.fill('OVERLOADED');
      await search.press('Enter');
      await shown(await newest(used().where('tool_slug', 'failing')));
      await search.fill(answered);
      await search.press('Enter');
      await shown([answered]);
      await search.fill('no such words anywhere');
      await search.press('Enter');
      await page.getByText(/^No run (that )?fits/).waitFor();
      await photograph(page, 'logs-nothing-found');
    });

    test('tell kept answers from those that a provider gave', async () => {
      await openLogs('?tool=tool-5&cached=true');
      await shown(await newest(used().where({ tool_slug: 'tool-5', cached: 1 })));
      await button('Remove filter From the cache: Yes').click();
      await shown(await newest(used().where('tool_slug', 'tool-5')));
    });

    test('show what was tried out when that is wanted', async () => {
      await openLogs('?tool=tool-5');
      await shown(await newest(used().where('tool_slug', 'tool-5')));
      await page.getByRole('checkbox', { name: 'With trials' }).click();
      await shown(await newest(rows().where('tool_slug', 'tool-5')));
    });

    test('take a stretch of time, to now or between two moments', async () => {
      await openLogs();
      await pick('Time', 'Last hour');
      await shown(await newest(used().where('created_at', '>=', Date.now() - HOUR_MS)));
      await pick('Time', 'From … to …');
      const day = new Date(Date.now() - 5 * 24 * HOUR_MS);
      day.setHours(0, 0, 0, 0);
      const text = (hour: string): string =>
        `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}T${hour}`;
      await page.getByLabel('From', { exact: true }).fill(text('06:00'));
      await page.getByLabel('To', { exact: true }).fill(text('07:00'));
      await page.getByLabel('To', { exact: true }).blur();
      const from = new Date(text('06:00')).getTime();
      await shown(
        await newest(
          used()
            .where('created_at', '>=', from)
            .where('created_at', '<', from + HOUR_MS),
        ),
      );
      await photograph(page, 'logs-from-to');
    });

    test('an address that makes no sense leads to a list all the same', async () => {
      await openLogs(
        '?status=happy&sort=colour&order=up&from=yesterday&range=eternity&page=7&with_trials=perhaps',
      );
      await shown(await newest(used()));
    });
  });

  test('quick views show what is asked most often', async () => {
    await openLogs();
    const midnight = () => new Date().setHours(0, 0, 0, 0);
    await errorsOfToday(midnight, () => link('Errors today').click());
    expect(await link('Errors today').getAttribute('aria-current')).toBe('page');
    await link('Rate limited').click();
    const week = Date.now() - 7 * 24 * HOUR_MS;
    await shown(
      await newest(used().where('error_code', 'rate_limit_exceeded').where('created_at', '>=', week)),
    );
    await link('Dearest').click();
    const dearest = await used().where('created_at', '>=', week).max('cost_micros as most').first();
    await page.waitForFunction(
      (wanted) => document.querySelector('[data-run] td:last-child')?.textContent === wanted,
      (Number(dearest?.most) / 1e6).toLocaleString('en', {
        style: 'currency',
        currency: 'USD',
        maximumSignificantDigits: 2,
      }),
    );
    await link('Slowest').click();
    const slowest = await used().where('created_at', '>=', week).max('latency_ms as most').first();
    await page.waitForFunction(
      (wanted) => document.querySelector('[data-run] td:nth-child(5)')?.textContent === wanted,
      `${(Number(slowest?.most) / 1000).toFixed(2)} s`,
    );
  });

  test('a filter is answered fast', async () => {
    await openLogs();
    await shown(await newest(used()));
    const took: Record<string, number> = {};
    for (const view of ['Errors today', 'Rate limited', 'Slowest', 'Dearest', 'All runs']) {
      took[view] = await page.evaluate(async (name) => {
        const first = (): string | null | undefined =>
          document.querySelector('[data-run]')?.getAttribute('data-run');
        const before = first();
        const startedAt = performance.now();
        [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.click();
        while (first() === before) await new Promise(requestAnimationFrame);
        return Math.round(performance.now() - startedAt);
      }, view);
    }
    // for who wants to know: `npx jest tests/e2e/logs --selectProjects e2e --silent=false`
    process.stdout.write(`Filters of ${GENERATED} rows, in ms: ${JSON.stringify(took)}\n`);
  });

  describe('a run in full', () => {
    test('is opened by a click, tells everything and what to do, and is closed by Escape', async () => {
      await openLogs();
      await row(failed).getByText('Failing').click();
      await drawer().getByRole('heading', { name: 'Run of Failing' }).waitFor();
      expect(address().get('run')).toBe(failed);
      const stored = await rows().where('request_id', failed).first();
      const told = await drawer().innerText();
      for (const part of [
        String(stored?.error_message),
        'What to do: The provider is overloaded or out of reach.',
        'Started: Code, This site',
        'sandbox-provider-unavailable',
        failed,
        '"max_length": 7',
        'There was no output.',
      ]) {
        expect(told).toContain(part);
      }
      expect(await barriersOfDrawer()).toEqual([]);
      await photograph(page, 'logs-run-failed');
      await page.keyboard.press('Escape');
      await drawer().waitFor({ state: 'detached' });
      expect(address().get('run')).toBeNull();
      await page.waitForFunction((id) => document.activeElement?.id === `ai-tools-run-${id}`, failed);
    });

    test('is opened by keyboard and by its address, and leads to others like it', async () => {
      await openLogs('?tool=content-summarizer');
      await row(answered).getByRole('link').focus();
      await page.keyboard.press('Enter');
      await drawer().getByRole('heading', { name: 'Run of Content Summarizer' }).waitFor();
      await page.reload();
      await drawer().getByRole('group', { name: 'Output' }).waitFor();
      const stored = await rows().where('request_id', answered).first();
      expect(await drawer().getByRole('group', { name: 'Output' }).innerText()).toBe(stored?.output);
      expect(await barriersOfDrawer()).toEqual([]);
      await photograph(page, 'logs-run');
      await drawer()
        .getByRole('button', { name: /^Show only Provider/ })
        .click();
      await drawer().waitFor({ state: 'detached' });
      expect(Object.fromEntries(address())).toEqual({ tool: 'content-summarizer', provider: 'sandbox' });
    });

    test('that a fallback answered tells whom it tried before, and what became of that', async () => {
      await openLogs(`?run=${await run('backed', { content: 'what was asked' })}`);
      await drawer().getByText('Fallback: sandbox, sandbox-echo').waitFor();
      const told = await drawer().innerText();
      for (const part of [
        'sandbox, sandbox-provider-unavailable · provider_unavailable',
        'Fallback: openai, not-set-up · provider_not_configured',
        'sandbox-provider-unavailable was asked for, sandbox-echo answered',
      ]) {
        expect(told).toContain(part);
      }
      expect(await barriersOfDrawer()).toEqual([]);
      await photograph(page, 'logs-run-fallback');
    });

    test('is run again in the playground, with its inputs', async () => {
      await openLogs(`?run=${failed}`);
      await link('Run again in the playground').click();
      await page
        .getByRole('region', { name: 'Playground' })
        .getByText(`With the inputs of the run ${failed}.`)
        .waitFor();
      const playground = page.getByRole('region', { name: 'Playground' });
      await playground.getByLabel(/^content/).waitFor();
      expect(await playground.getByLabel(/^content/).inputValue()).toBe('what was asked');
      expect(await playground.getByLabel(/^max_length/).inputValue()).toBe('7');
    });

    test('of which nothing is stored says why, and one that is not there says that', async () => {
      const [bare] = await record({ tool_slug: 'gone', status: 'error', error_code: 'tool_not_found' });
      await openLogs(`?run=${bare}`);
      await drawer().getByText('Nothing is stored of this run').waitFor();
      await drawer().getByText('Compare the slug with that of the tool').waitFor();
      expect(await drawer().getByRole('link', { name: 'What is stored: settings' }).count()).toBe(1);
      await openLogs('?run=0000');
      await drawer().getByText('This run is not in the log').waitFor();
      await page.keyboard.press('Escape');
      await drawer().waitFor({ state: 'detached' });
    });
  });

  describe('the export', () => {
    /** Without the browser's dialog for files, which no test can answer: the file is gathered and downloaded. */
    const withoutFiles = () => page.evaluate(() => void Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const exportAs = async (format: RegExp): Promise<string> => {
      await button('Export').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^ai-tools-log-\d{4}-\d\d-\d\d-\d{4}\.(csv|jsonl)$/);
      return readFile(await download.path(), 'utf8');
    };

    test('holds all rows that the filters find, in the order of the page', async () => {
      await openLogs('?tool=tool-11&status=error');
      await withoutFiles();
      const wanted = await newest(used().where({ tool_slug: 'tool-11', status: 'error' }), GENERATED);
      expect(wanted.length).toBeGreaterThan(PAGE_SIZE);
      const lines = (await exportAs(/JSON Lines/)).trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line).request_id)).toEqual(wanted);
      await page.getByText(`${wanted.length} runs are exported`).first().waitFor();
      const [head = '', ...records] = (await exportAs(/CSV/)).trimEnd().split('\n');
      const place = head.split(',').findIndex((name) => name.trim() === 'request_id');
      expect(records.map((line) => line.split(',')[place])).toEqual(wanted);
    });

    test('says how far it is, writes to a file where the browser can, and is cancelled', async () => {
      await openLogs('?with_trials=true');
      await page.evaluate(() => {
        const written = { bytes: 0, isClosed: false, isAborted: false, lines: 0 };
        let letOn: (() => void) | null = null;
        Reflect.set(window, 'written', written);
        Reflect.set(window, 'letOn', () => letOn?.());
        const stream = () =>
          new WritableStream<Uint8Array>({
            write: async (bytes) => {
              if (written.bytes === 0 && Reflect.get(window, 'hold') === true) {
                await new Promise<void>((resolve) => (letOn = resolve));
              }
              written.bytes += bytes.byteLength;
              written.lines += bytes.filter((byte) => byte === 10).length;
            },
            close: () => void (written.isClosed = true),
            abort: () => void (written.isAborted = true),
          });
        Reflect.set(window, 'showSaveFilePicker', async () => ({ createWritable: async () => stream() }));
      });
      const all = await rows().count('id as n').first();
      await button('Export').click();
      await page.getByRole('menuitem', { name: /JSON Lines/ }).click();
      await page.getByText(/^[\d,]+ runs, [\d.]+ (kB|MB) so far$/).waitFor();
      await photograph(page, 'logs-exporting');
      await page
        .getByText(`${Number(all?.n).toLocaleString('en')} runs are exported`)
        .first()
        .waitFor({ timeout: 60_000 });
      expect(await page.evaluate(() => Reflect.get(window, 'written'))).toMatchObject({
        isClosed: true,
        isAborted: false,
        lines: Number(all?.n),
      });

      await page.evaluate(() => {
        Reflect.set(window, 'hold', true);
        Object.assign(Reflect.get(window, 'written'), { bytes: 0, isClosed: false });
      });
      await button('Export').click();
      await page.getByRole('menuitem', { name: /CSV/ }).click();
      await button('Cancel export').click();
      await page.evaluate(() => Reflect.get(window, 'letOn')());
      await page.getByText('The export is cancelled, and there is no file').first().waitFor();
      expect(await page.evaluate(() => Reflect.get(window, 'written'))).toMatchObject({
        isClosed: false,
        isAborted: true,
      });
    });

    test('that breaks off leaves no file', async () => {
      await openLogs();
      await withoutFiles();
      await page.route('**/ai-tools/logs/export**', (route) => route.abort());
      await button('Export').click();
      await page.getByRole('menuitem', { name: /CSV/ }).click();
      await page
        .getByText(/^The export broke off, and there is no file/)
        .first()
        .waitFor();
      await page.unroute('**/ai-tools/logs/export**');
    });
  });

  describe('live', () => {
    const bar = (runs: string) => button(runs);
    const firstShown = (requestId: unknown): Promise<unknown> =>
      page.waitForFunction(
        (wanted) => document.querySelector('[data-run]')?.getAttribute('data-run') === wanted,
        requestId,
      );
    const goLive = async (search = ''): Promise<void> => {
      await openLogs(search);
      await page.locator('[data-run]').first().waitFor();
      await button('Live').click();
      expect(await button('Live').getAttribute('aria-pressed')).toBe('true');
    };
    const topOf = (requestId: unknown): Promise<number | undefined> =>
      row(requestId).evaluate((one) => Math.round(one.getBoundingClientRect().top));

    test('new rows come in at the top, each once, and only those that the filters find', async () => {
      await goLive('?status=error');
      const [, error] = await record(
        { status: 'success' },
        { status: 'error', error_code: 'provider_error', source: 'rest' },
      );
      await firstShown(error);
      const [later] = await record({ status: 'error', source: 'rest' });
      await firstShown(later);
      const ids = await shownIds();
      expect(ids).toHaveLength(PAGE_SIZE + 2);
      expect(new Set(ids).size).toBe(PAGE_SIZE + 2);
      await photograph(page, 'logs-live');
    });

    test('what is being read stays where it is, and new rows wait until they are let in', async () => {
      await goLive();
      const ids = await shownIds();
      const read = ids[30];
      await row(read).scrollIntoViewIfNeeded();
      await row(ids[45]).scrollIntoViewIfNeeded();
      const before = await topOf(read);
      const waiting = await record({ source: 'rest' }, { source: 'rest' });
      await bar('2 new runs').waitFor();
      expect(await topOf(read)).toBe(before);
      expect(await shownIds()).toEqual(ids);
      // no picture of the whole page: on a screen so high nothing is scrolled, and nothing waits
      await page.screenshot({ path: path.join(__dirname, 'screenshots/logs-live-waiting.png') });
      await bar('2 new runs').click();
      await shown([...waiting.reverse(), ...ids]);
    });

    test('new rows wait while a row is open, and while one has the focus', async () => {
      await goLive();
      const ids = await shownIds();
      await row(ids[0]).getByRole('link').focus();
      const [one] = await record({ source: 'rest' });
      await bar('1 new run').waitFor();
      await page.keyboard.press('Enter');
      await drawer().waitFor();
      const [other] = await record({ source: 'rest' });
      await page.locator('button', { hasText: '2 new runs' }).waitFor();
      expect(await shownIds()).toEqual(ids);
      await page.keyboard.press('Escape');
      await drawer().waitFor({ state: 'detached' });
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      );
      await shown([other, one, ...ids]);
    });

    test('it asks nothing while the page is out of sight, says when the site does not answer, and goes on', async () => {
      await goLive();
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().includes('newer_than')) asked += 1;
      });
      const turn = (state: string) =>
        page.evaluate((wanted) => {
          Object.defineProperty(document, 'visibilityState', { value: wanted, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, state);
      await page.waitForRequest(/newer_than/);
      await turn('hidden');
      const before = asked;
      // the status is asked for in any case, and far less often
      await page.waitForRequest(/logs\/status/, { timeout: 30_000 });
      expect(asked).toBe(before);

      await page.route('**/ai-tools/logs?**', (route) => route.abort());
      await turn('visible');
      await told('The site does not answer. Trying again…');
      await photograph(page, 'logs-live-cut-off');
      await page.unroute('**/ai-tools/logs?**');
      const [late] = await record({ source: 'rest' });
      await firstShown(late);
      await page.getByText('The site does not answer. Trying again…').waitFor({ state: 'detached' });
    });

    test('leaving the newest rows ends it', async () => {
      await goLive();
      await button('Older').click();
      await page.waitForURL(/after=/);
      await button('Live').and(page.locator('[aria-pressed=false]')).waitFor();
      await button('Live').click();
      await shown(await newest(used()));
    });
  });

  test('says when the log itself is in trouble', async () => {
    const status = await panel.site.strapi.plugin('ai-tools').service('logs').status();
    expect(status).toMatchObject({ lostRows: 0, failure: null });
    await page.route('**/ai-tools/logs/status', async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({
        json: { data: { ...data, waiting_rows: 12, lost_rows: 3, failure: 'database is locked' } },
      });
    });
    await openLogs('?tool=content-summarizer');
    await told('12 runs are on their way into the log.');
    await told('3 runs are missing from the log');
    await told('The database takes no rows: 12 runs are waiting');
    await page.getByText(/database is locked/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, 'logs-trouble');
    await page.unroute('**/ai-tools/logs/status');
  });

  test('says that it could not be read, and is read again', async () => {
    await page.route('**/ai-tools/logs?**', (route) => route.abort());
    await openLogs();
    await page.getByText(/^The log could not be read/).waitFor();
    await photograph(page, 'logs-failed');
    await page.unroute('**/ai-tools/logs?**');
    await button('Try again').click();
    await shown(await newest(used()));
    await openLogs('?after=nowhere');
    await page.getByText(/^The log could not be read/).waitFor();
    await button('Show all runs').click();
    await shown(await newest(used()));
  });

  test('tells how far it has looked when it has not looked at all', async () => {
    await openLogs('?text=words-of-no-message');
    await page.getByText(/^Looked as far as .*\. There may be more\.$/).waitFor();
    await photograph(page, 'logs-searched');
    await button('Search further').click();
    await page.waitForURL(/after=/);
  });

  describe('somebody else', () => {
    const as = async (person: Parameters<Panel['logIn']>[0], story: () => Promise<void>): Promise<void> => {
      const before = page;
      page = await panel.logIn(person);
      try {
        await story();
      } finally {
        await page.context().close();
        page = before;
      }
    };

    test('who may only read the log has no export, no playground and no settings', () =>
      as({ permissions: ['readLogs'] }, async () => {
        await openLogs(`?run=${failed}`);
        await drawer().getByText('what was asked').waitFor();
        expect(
          await drawer()
            .getByRole('link', { name: /playground/ })
            .count(),
        ).toBe(0);
        await page.keyboard.press('Escape');
        await row(failed).waitFor();
        expect(await button('Export').count()).toBe(0);
        await addFilter('Tool', 'tool-7');
        await shown(await newest(used().where('tool_slug', 'tool-7')));
      }));

    test('who may not read the log is told so', () =>
      as({ permissions: ['readTools', 'exportLogs'] }, async () => {
        await openPage(page, 'logs');
        await page
          .getByText(/permission/i)
          .first()
          .waitFor();
        expect(await page.locator('[data-run]').count()).toBe(0);
      }));

    test('who lives elsewhere reads their own time, and their own today', () =>
      as({ permissions: ['readLogs'], timeZone: 'Asia/Tokyo' }, async () => {
        await openLogs(`?tool=content-summarizer`);
        const stored = await rows().where('request_id', answered).first();
        const [day, clock] = (await row(answered).getByRole('link').innerText()).split(
          /\s*\n\s*|\s(?=\d\d:)/,
        );
        const local = (options: Intl.DateTimeFormatOptions): string =>
          new Date(Number(stored?.created_at)).toLocaleString('en', { timeZone: 'Asia/Tokyo', ...options });
        expect(day).toBe(local({ year: 'numeric', month: '2-digit', day: '2-digit' }));
        expect(clock?.replace(/\s/g, ' ')).toBe(
          local({ hour: '2-digit', minute: '2-digit', second: '2-digit' }).replace(/\s/g, ' '),
        );
        await told('Times are those of Asia/Tokyo.');
        // nine hours ahead of UTC, and no summer time
        const offset = 9 * HOUR_MS;
        const midnight = () => Math.floor((Date.now() + offset) / (24 * HOUR_MS)) * 24 * HOUR_MS - offset;
        await errorsOfToday(midnight, () => openLogs('?status=error&range=today'));
      }));

    test('who speaks German reads German', () =>
      as({ language: 'de' }, async () => {
        await openPage(page, `logs?tool=failing`);
        await page.getByRole('heading', { level: 1, name: 'Protokoll' }).waitFor();
        await row(failed).waitFor();
        await photograph(page, 'logs-german');
        await row(failed).getByRole('link').click();
        await drawer().getByText('Was zu tun ist:').waitFor();
        await photograph(page, 'logs-run-german');
      }));
  });
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
