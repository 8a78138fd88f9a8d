import type { Figures } from '../../../../../contracts/analytics';
import { shareOf } from '../../../components/analytics/change';
import type { FigureFormat } from '../../../components/analytics/figure-text';
import type { LogsQuery } from '../../../components/analytics/logs-address';

/** What a run costs on average: of those whose price is known, kept answers included. */
export const costPerRun = ({
  cost_micros: cost,
  runs,
  unknown_cost_runs: unknown,
}: Pick<Figures, 'cost_micros' | 'runs' | 'unknown_cost_runs'>): number | null =>
  cost === null ? null : shareOf(cost, runs - unknown);

interface ToolColumn {
  name: 'runs' | 'error-rate' | 'p50' | 'p95' | 'cost' | 'cost-per-run';
  format: FigureFormat;
  value(figures: Figures): number | null;
  /** null for a figure that only the tool's rows together make */
  logs: LogsQuery | null;
}

/** What is told of a tool, in order. */
export const TOOL_COLUMNS: readonly ToolColumn[] = [
  { name: 'runs', format: 'count', value: ({ runs }) => runs, logs: {} },
  {
    name: 'error-rate',
    format: 'share',
    value: ({ by_status: ended, runs }) => shareOf(ended.error, runs),
    logs: { status: 'error' },
  },
  { name: 'p50', format: 'duration', value: ({ latency_ms: latency }) => latency?.p50 ?? null, logs: null },
  {
    name: 'p95',
    format: 'duration',
    value: ({ latency_ms: latency }) => latency?.p95 ?? null,
    logs: { sort: 'latency' },
  },
  { name: 'cost', format: 'money', value: ({ cost_micros: cost }) => cost, logs: { sort: 'cost' } },
  { name: 'cost-per-run', format: 'money', value: costPerRun, logs: null },
];
