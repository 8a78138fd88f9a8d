import type { Histogram } from './campaign';

/** A line for each route: how many of its requests ended with which status. */
export const describeHistogram = (histogram: Histogram): string => {
  const lines = [...histogram]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([route, { statuses, totalMs, slowestMs }]) => {
      const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      const counts = [...statuses]
        .sort(([left], [right]) => left.localeCompare(right))
        .map(([status, count]) => `${status}: ${count}`);
      const times = `${(totalMs / total).toFixed(0).padStart(6)} ms, ${slowestMs.toFixed(0).padStart(6)} ms at most`;
      return `  ${route.padEnd(36)} ${String(total).padStart(6)} ${times}   ${counts.join('  ')}`;
    });
  return [
    'By route: requests, their mean time, and their statuses (- for a connection that broke):',
    ...lines,
  ].join('\n');
};

/** How many of the requests got what they asked for, as a share of those that were answered at all. */
export const shareOfSuccess = (histogram: Histogram): number => {
  const counts = [...histogram.values()].flatMap(({ statuses }) => [...statuses]);
  const sum = (isCounted: (status: string) => boolean) =>
    counts.reduce((total, [status, count]) => total + (isCounted(status) ? count : 0), 0);
  return sum((status) => status.startsWith('2')) / sum((status) => status !== '-');
};
