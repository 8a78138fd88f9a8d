import type { ChartData, ChartOptions } from 'chart.js';
import type { DefaultTheme } from 'styled-components';
import type { FigureFormat } from '../../../components/analytics/figure-text';
import type { ChartColor, ChartColumn, ChartTable } from './chart-table';

type ThemeColors = DefaultTheme['colors'];
type Paint = (format: FigureFormat, value: number | null) => string;

/** In the light theme and in the dark one each of these has its own tone. */
const THEME_COLOR: Record<ChartColor, keyof ThemeColors> = {
  good: 'success500',
  bad: 'danger500',
  warning: 'warning500',
  quiet: 'neutral400',
  first: 'primary600',
  second: 'warning500',
  third: 'secondary500',
  fourth: 'alternative500',
  fifth: 'secondary700',
  sixth: 'alternative700',
};

const DASHES = [6, 4];

const isLine = ({ shape }: ChartColumn): boolean => shape !== 'bar';

/** What is drawn. */
export const chartData = (
  { rows, columns }: ChartTable,
  colors: ThemeColors,
): ChartData<'bar' | 'line', (number | null)[], string> => ({
  labels: rows.map(({ short }) => short),
  datasets: columns.map((column) => {
    const color = colors[THEME_COLOR[column.color]];
    const shared = {
      label: column.label,
      data: column.values,
      backgroundColor: color,
      borderColor: color,
      yAxisID: column.axis,
    };
    return isLine(column)
      ? {
          ...shared,
          type: 'line' as const,
          borderWidth: 2,
          // of the line alone: the legend would dash the frame of its box
          segment: { borderDash: () => (column.shape === 'dashed-line' ? DASHES : undefined) },
          pointRadius: rows.length > 60 ? 0 : 2,
          pointHitRadius: 8,
          // in front of bars
          order: 0,
        }
      : { ...shared, type: 'bar' as const, stack: column.axis, maxBarThickness: 48, order: 1 };
  }),
});

/** Scales, legend and tooltips; a chart of codes lies on its side, where their names have room. */
export const chartOptions = (
  { rows, columns, rowsAre }: ChartTable,
  colors: ThemeColors,
  paint: Paint,
  onOpen: (row: number, column: number) => void,
): ChartOptions<'bar' | 'line'> => {
  const isLying = rowsAre === 'code';
  const formatOn = (axis: ChartColumn['axis']): FigureFormat | null =>
    columns.find((column) => column.axis === axis)?.format ?? null;
  const scale = (axis: ChartColumn['axis']) => {
    const format = formatOn(axis);
    return {
      display: format !== null,
      stacked: true,
      beginAtZero: true,
      position: axis === 'first' ? ('left' as const) : ('right' as const),
      grid: { color: colors.neutral150, drawOnChartArea: axis === 'first' },
      border: { display: false },
      ticks: {
        color: colors.neutral600,
        maxTicksLimit: 6,
        ...(format === 'count' && { precision: 0 }),
        callback: (value: string | number) => (format ? paint(format, Number(value)) : ''),
      },
    };
  };
  const names = {
    type: 'category' as const,
    stacked: true,
    grid: { display: false },
    border: { color: colors.neutral200 },
    ticks: { color: colors.neutral600, maxRotation: 0, autoSkipPadding: 16 },
  };
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    indexAxis: isLying ? 'y' : 'x',
    interaction: { mode: 'index', intersect: false, axis: isLying ? 'y' : 'x' },
    scales: isLying
      ? { first: names, x: { ...scale('first'), position: 'bottom' as const } }
      : { x: names, first: scale('first'), ...(formatOn('second') && { second: scale('second') }) },
    plugins: {
      legend: {
        display: columns.length > 1,
        position: 'bottom',
        align: 'start',
        labels: { color: colors.neutral800, boxWidth: 12, boxHeight: 12 },
      },
      tooltip: {
        backgroundColor: colors.neutral900,
        titleColor: colors.neutral0,
        bodyColor: colors.neutral0,
        callbacks: {
          title: ([item]) => (item ? (rows[item.dataIndex]?.label ?? '') : ''),
          label: ({ datasetIndex, dataIndex, dataset }) => {
            const column = columns[datasetIndex];
            const value = column?.values[dataIndex] ?? null;
            return `${dataset.label}: ${paint(column?.format ?? 'count', value)}`;
          },
        },
      },
    },
    onClick: (event, _elements, chart) => {
      const native = event.native;
      const [hit] = native
        ? chart.getElementsAtEventForMode(native, 'nearest', { intersect: true }, false)
        : [];
      if (hit) onOpen(hit.index, hit.datasetIndex);
    },
    onHover: (_event, elements, chart) => {
      chart.canvas.style.cursor = elements.length > 0 ? 'pointer' : 'default';
    },
  };
};
