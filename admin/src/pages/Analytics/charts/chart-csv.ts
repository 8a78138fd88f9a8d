import type { FigureFormat } from '../../../components/analytics/figure-text';
import type { ChartTable } from './chart-table';

/** What a spreadsheet would run instead of showing it. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string): string => {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

const MICROS = 1_000_000;

const UNIT: Record<FigureFormat, string> = { count: '', share: '', duration: ' (ms)', money: ' (USD)' };

const numberCell = (format: FigureFormat, value: number | null): string => {
  if (value === null) return '';
  return String(format === 'money' ? value / MICROS : value);
};

/** A chart as a file: a line for each of its rows, numbers as programs read them. */
export const toCsv = ({ rows, columns }: ChartTable, rowName: string): string => {
  const head = [rowName, ...columns.map(({ label, format }) => `${label}${UNIT[format]}`)].map(cell);
  const lines = rows.map(({ id }, at) => [
    cell(id),
    ...columns.map(({ format, values }) => numberCell(format, values[at] ?? null)),
  ]);
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
};
