import type { FigureFormat } from '../../../components/analytics/figure-text';
import type { LogsQuery } from '../../../components/analytics/logs-address';

/** A colour of the theme, by what it is for. */
export type ChartColor =
  'good' | 'bad' | 'warning' | 'quiet' | 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'sixth';

/** A line of the table, and a place on the axis. */
export interface ChartRow {
  /** in a file: a moment in UTC, or a code */
  id: string;
  /** on the axis, where there is little room */
  short: string;
  label: string;
  logs: LogsQuery | null;
}

/** A column of the table, and a set of bars or a line. */
export interface ChartColumn {
  key: string;
  label: string;
  format: FigureFormat;
  shape: 'bar' | 'line' | 'dashed-line';
  color: ChartColor;
  /** the second has its scale at the right */
  axis: 'first' | 'second';
  /** a value for each row; null where nobody knows or there was nothing to measure */
  values: (number | null)[];
  /** besides what is in the row; null for what no rows can be told apart for */
  logs: LogsQuery | null;
}

/** What a chart shows, and its table and its file as well. */
export interface ChartTable {
  /** of what the rows are */
  rowsAre: 'time' | 'code';
  rows: ChartRow[];
  columns: ChartColumn[];
}

/** The rows of the log behind one value; null where they cannot be told apart. */
export const logsOf = (row: ChartRow | undefined, column: ChartColumn | undefined): LogsQuery | null =>
  row?.logs && column?.logs ? { ...row.logs, ...column.logs } : null;

/** Whether there is anything to be seen. */
export const isEmpty = ({ columns }: ChartTable): boolean =>
  !columns.some(({ values }) => values.some((value) => value !== null && value !== 0));
