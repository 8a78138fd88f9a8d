import { createIntl } from 'react-intl';
import { OTHER } from '../../../../contracts/analytics';
import type { Figures } from '../../../../contracts/analytics';
import { toCsv } from '../../../../admin/src/pages/Analytics/charts/chart-csv';
import {
  cacheTable,
  errorsTable,
  latencyTable,
  runsTable,
} from '../../../../admin/src/pages/Analytics/charts/chart-tables';
import { isEmpty, logsOf } from '../../../../admin/src/pages/Analytics/charts/chart-table';
import type { ChartColumn } from '../../../../admin/src/pages/Analytics/charts/chart-table';
import { costColumns } from '../../../../admin/src/pages/Analytics/charts/group-columns';
import { timeRows } from '../../../../admin/src/pages/Analytics/charts/time-rows';

const figures = (changes: Partial<Figures> = {}): Figures => ({
  runs: 10,
  by_status: { success: 7, error: 2, cancelled: 0, refused: 1 },
  errors_by_code: {},
  rate_limited: 0,
  cached: 5,
  prompt_tokens: 0,
  completion_tokens: 0,
  cached_tokens: 0,
  reasoning_tokens: 0,
  cost_micros: 0,
  unknown_cost_runs: 0,
  latency_ms: null,
  saved: { cost_micros: null, latency_ms: null },
  ...changes,
});

const source = (series: Figures[], totals: Figures = figures()) => ({
  answer: {
    totals,
    series: series.map((one, at) => ({
      ...one,
      from: `2026-11-0${at + 1}T00:00:00.000Z`,
      to: `2026-11-0${at + 2}T00:00:00.000Z`,
    })),
  },
  rows: series.map((_, at) => ({
    id: `2026-11-0${at + 1}T00:00:00.000Z`,
    short: `${at + 1}`,
    label: `Day ${at + 1}`,
    logs: { from: `${at + 1}`, to: `${at + 2}` },
  })),
  text: (key: string) => key,
});

test('a figure of a chart leads to the rows of its time and kind', () => {
  const { rows, columns } = runsTable(source([figures()]));
  expect(columns.map(({ values }) => values)).toEqual([[7], [2], [0], [1]]);
  expect(logsOf(rows[0], columns[1])).toEqual({ from: '1', to: '2', status: 'error' });
  expect(logsOf(rows[0], undefined)).toBeNull();
});

test('what was not measured is no zero', () => {
  const table = latencyTable(
    source([figures(), figures({ latency_ms: { mean: 5, p50: 4, p95: 9, p99: 10 } })]),
  );
  expect(table.columns.map(({ values }) => values)).toEqual([
    [null, 4],
    [null, 9],
  ]);
  const cache = cacheTable(source([figures({ runs: 0, cached: 0 }), figures()]));
  expect(cache.columns[0]?.values).toEqual([null, 0.5]);
});

test('the errors are those of the whole time, most of it first', () => {
  const { rows, columns } = errorsTable(source([], figures({ errors_by_code: { a: 1, b: 3 } })));
  expect(rows.map(({ id, logs }) => [id, logs])).toEqual([
    ['b', { code: 'b' }],
    ['a', { code: 'a' }],
  ]);
  expect(columns[0]?.values).toEqual([3, 1]);
});

test('a chart of nothing says so', () => {
  expect(isEmpty(errorsTable(source([])))).toBe(true);
  expect(isEmpty(latencyTable(source([figures()])))).toBe(true);
  expect(isEmpty(runsTable(source([figures()])))).toBe(false);
});

describe('what was spent', () => {
  const group = (key: string | null, cost: (number | null)[]) => ({
    key,
    cost_micros: cost.some((one) => one !== null)
      ? cost.reduce<number>((sum, one) => sum + (one ?? 0), 0)
      : null,
    series: { cost_micros: cost },
  });
  const columnsOf = (groups: ReturnType<typeof group>[]) =>
    costColumns(groups, 'model', { none: 'none', others: 'others' }).map(
      ({ label, values, logs }: ChartColumn) => ({ label, values, logs }),
    );

  test('is told of the six dearest, and of the others together', () => {
    const groups = [
      ...[1, 2, 3, 4, 5, 6, 7].map((cost) => group(`m${cost}`, [cost * 10, null])),
      group(OTHER, [1, 2]),
      group('free', [0, 0]),
    ];
    const columns = columnsOf(groups);
    expect(columns.map(({ label }) => label)).toEqual(['m7', 'm6', 'm5', 'm4', 'm3', 'm2', 'others']);
    expect(columns.at(-1)).toEqual({ label: 'others', values: [11, 2], logs: null });
    expect(columns[0]?.logs).toEqual({ model: 'm7' });
  });

  test('comes to the whole', () => {
    const groups = Array.from({ length: 20 }, (_, at) => group(`m${at}`, [at, 2 * at]));
    const columns = columnsOf(groups);
    const sums = [0, 1].map((at) => columns.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
    expect(sums).toEqual([190, 380]);
  });

  test('of runs without a model cannot be asked of the log', () => {
    expect(columnsOf([group(null, [5])])).toEqual([{ label: 'none', values: [5], logs: null }]);
  });
});

describe('a file of a chart', () => {
  const column = (changes: Partial<ChartColumn>): ChartColumn => ({
    key: 'a',
    label: 'A',
    format: 'count',
    shape: 'bar',
    color: 'good',
    axis: 'first',
    values: [],
    logs: {},
    ...changes,
  });
  const row = (id: string) => ({ id, short: id, label: id, logs: null });

  test('has numbers as programs read them, with their unit', () => {
    const csv = toCsv(
      {
        rowsAre: 'time',
        rows: [row('2026-11-01T00:00:00.000Z'), row('2026-11-02T00:00:00.000Z')],
        columns: [
          column({ values: [1200, 0] }),
          column({ label: 'Cost', format: 'money', values: [1_500_000, null] }),
          column({ label: 'p50', format: 'duration', values: [12.5, 3] }),
        ],
      },
      'Time',
    );
    expect(csv).toBe(
      'Time,A,Cost (USD),p50 (ms)\r\n2026-11-01T00:00:00.000Z,1200,1.5,12.5\r\n2026-11-02T00:00:00.000Z,0,,3\r\n',
    );
  });

  test('cannot be taken for formulas or for more cells than there are', () => {
    const csv = toCsv(
      { rowsAre: 'code', rows: [row('=1+1')], columns: [column({ label: 'a, "b"', values: [-1] })] },
      '@time',
    );
    expect(csv).toBe(`'@time,"a, ""b"""\r\n'=1+1,-1\r\n`);
  });

  test.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
    'nor for a formula that begins with %j',
    (sign) => {
      const csv = toCsv(
        { rowsAre: 'code', rows: [row(`${sign}1+1`)], columns: [column({ values: [1] })] },
        'x',
      );
      expect(csv.split('x,A\r\n')[1]).toMatch(/^"?'/);
    },
  );
});

test('a bucket is named by the calendar of its zone', () => {
  const { formatDate } = createIntl({ locale: 'en', messages: {} });
  const series = [{ ...figures(), from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' }];
  const name = (zone: string) => timeRows({ series, bucket: 'day', zone }, formatDate)[0]?.label;
  expect(name('Europe/Berlin')).toBe('Sun, Oct 25, 2026');
  expect(name('UTC')).toBe('Sat, Oct 24, 2026');
});
