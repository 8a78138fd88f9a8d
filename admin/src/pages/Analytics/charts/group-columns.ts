import { OTHER } from '../../../../../contracts/analytics';
import type { FiguresGroup } from '../../../../../contracts/analytics';
import type { LogsQuery } from '../../../components/analytics/logs-address';
import type { CostSplit } from '../view/analytics-view';
import type { ChartColor, ChartColumn } from './chart-table';

const COLORS: readonly ChartColor[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

type CostGroup = Pick<FiguresGroup, 'key' | 'cost_micros'> & {
  series: Pick<FiguresGroup['series'], 'cost_micros'>;
};

/** What is known of two; nothing where both are unknown. */
const addKnown = (one: number | null, other: number | null): number | null =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0);

const column = (
  key: string,
  label: string,
  color: ChartColor,
  logs: LogsQuery | null,
  values: (number | null)[],
): ChartColumn => ({
  key,
  label,
  format: 'money',
  shape: 'bar',
  color,
  axis: 'first',
  values,
  logs,
});

/** The groups that cost most, and what all others come to together, so that the whole stays the whole. */
export const costColumns = (
  groups: readonly CostGroup[],
  split: CostSplit,
  words: { none: string; others: string },
): ChartColumn[] => {
  const dearest = groups
    .filter(({ key, cost_micros: cost }) => key !== OTHER && cost !== 0)
    .sort((a, b) => (b.cost_micros ?? 0) - (a.cost_micros ?? 0))
    .slice(0, COLORS.length);
  const rest = groups.filter((group) => !dearest.includes(group) && group.cost_micros !== 0);
  const shown = dearest.map((group, index) =>
    column(
      `group ${group.key}`,
      group.key || words.none,
      COLORS[index] ?? 'quiet',
      // the log cannot be asked for rows that have none
      group.key ? { [split]: group.key } : null,
      group.series.cost_micros,
    ),
  );
  const [first] = rest;
  if (!first) return shown;
  const sums = first.series.cost_micros.map((_, at) =>
    rest.reduce<number | null>((sum, { series }) => addKnown(sum, series.cost_micros[at] ?? null), null),
  );
  return [...shown, column('others', words.others, 'quiet', null, sums)];
};
