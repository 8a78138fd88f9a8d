import { useIntl } from 'react-intl';
import type { BulkRun } from '../../../../contracts/bulk-runs';
import { toMicros } from '../../../../contracts/money';
import { formatCost } from '../../components/cost-text';
import { useText } from '../../components/Texts';
import { progressOf, statesOf } from './run-progress';

/** A run in words and figures. */
export const useRunWords = () => {
  const text = useText();
  const { formatDisplayName, formatList, formatNumber } = useIntl();

  const progress = (run: BulkRun): string => {
    const { done, total } = progressOf(run);
    return text('bulk.progress', { done, total });
  };

  return {
    progress,
    language: (locale: string): string => formatDisplayName(locale, { type: 'language' }) ?? locale,
    usd: (amount: number | null): string =>
      formatCost(amount === null ? null : toMicros(amount), formatNumber),
    /** what has become of the entries, such as `10 written, 1 failed` */
    outcome: (run: BulkRun): string =>
      formatList(
        statesOf(run).map((state) => text(`bulk.count.${state}`, { entries: run.counts[state] })),
        { type: 'unit' },
      ),
    title: ({ state }: BulkRun): string => {
      const end = state === 'finished' || state === 'undone' ? state : 'stopped';
      return text(`bulk.ended.${end}`);
    },
  };
};
