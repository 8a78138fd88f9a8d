import * as React from 'react';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as ChartJs,
  Legend,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Tooltip,
} from 'chart.js';
import { Chart } from 'react-chartjs-2';
import { useNavigate } from 'react-router-dom';
import { useTheme } from 'styled-components';
import { logsAddress } from '../../../components/analytics/logs-address';
import { LogsScope } from '../../../components/analytics/LogsLink';
import { useFigureText } from '../../../components/analytics/use-figure-text';
import { usePermission } from '../../../components/use-permission';
import { chartData, chartOptions } from './chart-config';
import { logsOf } from './chart-table';
import type { ChartTable } from './chart-table';

// by name, so that the library's other charts are not loaded
ChartJs.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Tooltip,
);

/** Draws a chart in the colours of the theme; a click on a bar or a point leads to the rows behind it. */
export const ChartCanvas = ({ table, label }: { table: ChartTable; label: string }) => {
  const { colors } = useTheme();
  const paint = useFigureText();
  const navigate = useNavigate();
  const scope = React.useContext(LogsScope);
  const mayReadLogs = usePermission('readLogs');

  const data = React.useMemo(() => chartData(table, colors), [table, colors]);
  const options = React.useMemo(
    () =>
      chartOptions(table, colors, paint, (row, column) => {
        const logs = logsOf(table.rows[row], table.columns[column]);
        if (logs && mayReadLogs) navigate(logsAddress({ ...scope, ...logs }));
      }),
    [table, colors, paint, navigate, scope, mayReadLogs],
  );
  return <Chart type="bar" data={data} options={options} aria-label={label} />;
};
