import * as React from 'react';
import { Box, Button, Flex, Loader, Typography } from '@strapi/design-system';
import { Download, GridNine, TrendUp } from '@strapi/icons';
import type { AnalyticsAnswer } from '../../../../../contracts/analytics';
import { useText } from '../../../components/Texts';
import { toCsv } from './chart-csv';
import { isEmpty } from './chart-table';
import type { ChartTable } from './chart-table';
import { ChartCanvas } from './ChartCanvas';
import { ChartFigures } from './ChartFigures';
import { downloadCsv } from './download-csv';

/** So that a page of charts does not move when one of them becomes a table. */
const HEIGHT = '26rem';

interface ChartPanelProps {
  name: 'runs' | 'cost' | 'latency' | 'tokens' | 'cache' | 'errors';
  /** null while it is on its way */
  table: ChartTable | null;
  range: Pick<AnalyticsAnswer, 'from' | 'to'>;
  /** beside the title: what else the chart can show */
  choice?: React.ReactNode;
}

/** A chart with a name, which can be read as a table and taken along as a file. */
export const ChartPanel = React.memo(({ name, table, range, choice }: ChartPanelProps) => {
  const text = useText();
  const [isTable, setTable] = React.useState(false);
  const title = text(`analytics.chart.${name}`);
  const rowName = text(table?.rowsAre === 'code' ? 'analytics.code' : 'analytics.time');
  const isNothing = table !== null && isEmpty(table);
  const fileName = `ai-tools-${name}-${range.from.slice(0, 10)}-${range.to.slice(0, 10)}.csv`;

  return (
    <Flex
      tag="section"
      aria-label={title}
      direction="column"
      alignItems="stretch"
      gap={3}
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={5}
      minWidth={0}
    >
      <Flex justifyContent="space-between" alignItems="center" gap={2} wrap="wrap">
        <Typography variant="delta" tag="h2">
          {title}
        </Typography>
        <Flex gap={2} wrap="wrap">
          {choice}
          {table && !isNothing && (
            <>
              <Button
                variant="tertiary"
                size="S"
                startIcon={isTable ? <TrendUp /> : <GridNine />}
                aria-label={text(isTable ? 'analytics.as-chart-what' : 'analytics.as-table-what', { title })}
                onClick={() => setTable(!isTable)}
              >
                {text(isTable ? 'analytics.as-chart' : 'analytics.as-table')}
              </Button>
              <Button
                variant="tertiary"
                size="S"
                startIcon={<Download />}
                aria-label={text('analytics.csv-what', { title })}
                onClick={() => downloadCsv(fileName, toCsv(table, rowName))}
              >
                {text('analytics.csv')}
              </Button>
            </>
          )}
        </Flex>
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        {text(`analytics.chart-text.${name}`)}
      </Typography>
      {isNothing ? (
        <Flex height={HEIGHT} justifyContent="center">
          <Typography textColor="neutral600">{text(`analytics.chart-empty.${name}`)}</Typography>
        </Flex>
      ) : (
        <Box height={HEIGHT} position="relative" minWidth={0}>
          {!table ? (
            <Flex height="100%" justifyContent="center">
              <Loader small>{text('analytics.loading')}</Loader>
            </Flex>
          ) : isTable ? (
            <ChartFigures table={table} label={title} rowName={rowName} />
          ) : (
            <ChartCanvas table={table} label={text('analytics.canvas', { title })} />
          )}
        </Box>
      )}
    </Flex>
  );
});
ChartPanel.displayName = 'ChartPanel';
