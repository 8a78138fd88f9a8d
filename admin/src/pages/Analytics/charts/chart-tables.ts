import { STATUSES } from '../../../../../contracts/analytics';
import type { AnalyticsAnswer, Figures, FiguresGroup, Status } from '../../../../../contracts/analytics';
import { shareOf } from '../../../components/analytics/change';
import type { useText } from '../../../components/Texts';
import type { CostSplit } from '../view/analytics-view';
import type { ChartColor, ChartColumn, ChartRow, ChartTable } from './chart-table';
import { costColumns } from './group-columns';

interface Source {
  answer: Pick<AnalyticsAnswer, 'series' | 'totals'>;
  rows: ChartRow[];
  text: ReturnType<typeof useText>;
}

const STATUS_COLORS: Record<Status, ChartColor> = {
  success: 'good',
  error: 'bad',
  cancelled: 'quiet',
  refused: 'warning',
};

const usual = { format: 'count', shape: 'bar', axis: 'first', logs: {} } as const;

const over = ({ answer }: Source, value: (figures: Figures) => number | null): (number | null)[] =>
  answer.series.map(value);

const overTime = ({ rows }: Source, columns: ChartColumn[]): ChartTable => ({
  rowsAre: 'time',
  rows,
  columns,
});

/** How the runs ended. */
export const runsTable = (source: Source): ChartTable =>
  overTime(
    source,
    STATUSES.map((status) => ({
      ...usual,
      key: status,
      label: source.text(`analytics.status.${status}`),
      color: STATUS_COLORS[status],
      values: over(source, ({ by_status: runs }) => runs[status]),
      logs: { status },
    })),
  );

/** What was spent, and on what. */
export const costTable = (source: Source, groups: readonly FiguresGroup[], split: CostSplit): ChartTable =>
  overTime(
    source,
    costColumns(groups, split, {
      none: source.text(`analytics.none.${split}`),
      others: source.text('analytics.others'),
    }),
  );

/** How long the runs took. */
export const latencyTable = (source: Source): ChartTable =>
  overTime(source, [
    {
      ...usual,
      key: 'p50',
      label: source.text('analytics.p50'),
      format: 'duration',
      shape: 'line',
      color: 'first',
      values: over(source, ({ latency_ms: latency }) => latency?.p50 ?? null),
    },
    {
      ...usual,
      key: 'p95',
      label: source.text('analytics.p95'),
      format: 'duration',
      shape: 'dashed-line',
      color: 'second',
      values: over(source, ({ latency_ms: latency }) => latency?.p95 ?? null),
      logs: { sort: 'latency' },
    },
  ]);

/** What the models read and wrote. */
export const tokensTable = (source: Source): ChartTable =>
  overTime(source, [
    {
      ...usual,
      key: 'in',
      label: source.text('analytics.tokens-in'),
      color: 'first',
      values: over(source, ({ prompt_tokens: tokens }) => tokens),
    },
    {
      ...usual,
      key: 'out',
      label: source.text('analytics.tokens-out'),
      color: 'third',
      values: over(source, ({ completion_tokens: tokens }) => tokens),
    },
  ]);

/** How many runs kept answers served, and what that saved. */
export const cacheTable = (source: Source): ChartTable =>
  overTime(source, [
    {
      ...usual,
      key: 'share',
      label: source.text('analytics.cached-share'),
      format: 'share',
      shape: 'line',
      color: 'first',
      logs: { cached: 'true' },
      values: over(source, ({ cached, runs }) => shareOf(cached, runs)),
    },
    {
      ...usual,
      key: 'saved',
      label: source.text('analytics.saved-money'),
      format: 'money',
      color: 'good',
      axis: 'second',
      logs: { cached: 'true' },
      values: over(source, ({ saved }) => saved.cost_micros),
    },
  ]);

/** What the runs failed of, most of it first. */
export const errorsTable = ({ answer, text }: Source): ChartTable => {
  const codes = Object.entries(answer.totals.errors_by_code).sort(([, a], [, b]) => b - a);
  return {
    rowsAre: 'code',
    rows: codes.map(([code]) => ({ id: code, short: code, label: code, logs: { code } })),
    columns: [
      {
        ...usual,
        key: 'errors',
        label: text('analytics.errors'),
        color: 'bad',
        values: codes.map(([, count]) => count),
      },
    ],
  };
};
