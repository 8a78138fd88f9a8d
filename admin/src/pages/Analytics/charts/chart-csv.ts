import { toCsvLine } from '../../../../../contracts/csv';
import { toUsd } from '../../../../../contracts/money';
import type { FigureFormat } from '../../../components/analytics/figure-text';
import type { ChartTable } from './chart-table';

const UNIT: Record<FigureFormat, string> = { count: '', share: '', duration: ' (ms)', money: ' (USD)' };

const inUnit = (format: FigureFormat, value: number | null): number | null =>
  value !== null && format === 'money' ? toUsd(value) : value;

/** A chart as a file: a line for each of its rows, numbers as programs read them. */
export const toCsv = ({ rows, columns }: ChartTable, rowName: string): string => {
  const head = [rowName, ...columns.map(({ label, format }) => `${label}${UNIT[format]}`)];
  const lines = rows.map(({ id }, at) => [
    id,
    ...columns.map(({ format, values }) => inUnit(format, values[at] ?? null)),
  ]);
  return [head, ...lines].map(toCsvLine).join('');
};
