import type { Figures } from '../../../../../contracts/analytics';
import { changeOf, changeOfShare, shareOf } from '../../../components/analytics/change';
import type { Change } from '../../../components/analytics/change';
import type { FigureFormat } from '../../../components/analytics/figure-text';
import type { LogsQuery } from '../../../components/analytics/logs-address';

interface HeadlineKind {
  format: FigureFormat;
  value(figures: Figures): number | null;
  /** which direction is good news; null where it depends */
  better: 'more' | 'less' | null;
  /** the rows behind it */
  logs: LogsQuery;
}

export const HEADLINES = {
  runs: { format: 'count', value: ({ runs }) => runs, better: null, logs: {} },
  'error-rate': {
    format: 'share',
    value: ({ by_status: ended, runs }) => shareOf(ended.error, runs),
    better: 'less',
    logs: { status: 'error' },
  },
  cost: {
    format: 'money',
    value: ({ cost_micros: cost }) => cost,
    better: null,
    logs: { sort: 'cost' },
  },
  tokens: {
    format: 'count',
    value: ({ prompt_tokens: read, completion_tokens: written }) => read + written,
    better: null,
    logs: {},
  },
  p50: {
    format: 'duration',
    value: ({ latency_ms: latency }) => latency?.p50 ?? null,
    better: 'less',
    logs: {},
  },
  p95: {
    format: 'duration',
    value: ({ latency_ms: latency }) => latency?.p95 ?? null,
    better: 'less',
    logs: { sort: 'latency' },
  },
  cached: {
    format: 'share',
    value: ({ cached, runs }) => shareOf(cached, runs),
    better: 'more',
    logs: { cached: 'true' },
  },
  saved: {
    format: 'money',
    value: ({ saved }) => saved.cost_micros,
    better: 'more',
    logs: { cached: 'true' },
  },
} as const satisfies Record<string, HeadlineKind>;

export type HeadlineName = keyof typeof HEADLINES;

export const HEADLINE_NAMES: readonly HeadlineName[] = [
  'runs',
  'error-rate',
  'cost',
  'tokens',
  'p50',
  'p95',
  'cached',
  'saved',
];

/** How a headline compares with the period before; null when there is none to compare with. */
export const headlineChange = (
  name: HeadlineName,
  now: Figures,
  before: Figures | undefined,
): Change | null => {
  if (!before) return null;
  const { format, value } = HEADLINES[name];
  return format === 'share' ? changeOfShare(value(now), value(before)) : changeOf(value(now), value(before));
};

/** Whether a change is good news. */
export const isBetter = (name: HeadlineName, { kind }: Change): boolean | null => {
  const { better } = HEADLINES[name];
  return better === null || (kind !== 'more' && kind !== 'less') ? null : kind === better;
};
