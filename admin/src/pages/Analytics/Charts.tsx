import * as React from 'react';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { AnalyticsAnswer, FiguresGroup } from '../../../../contracts/analytics';
import { useText } from '../../components/Texts';
import {
  cacheTable,
  costTable,
  errorsTable,
  latencyTable,
  runsTable,
  tokensTable,
} from './charts/chart-tables';
import { ChartPanel } from './charts/ChartPanel';
import { timeRows } from './charts/time-rows';
import { COST_SPLITS } from './view/analytics-view';
import type { CostSplit } from './view/analytics-view';
import { Choice } from './view/Choice';

const Pairs = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1.6rem;
  @media (min-width: 1280px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

interface ChartsProps {
  answer: AnalyticsAnswer;
  costBy: CostSplit;
  /** those that the cost is told apart by; null while they are on their way */
  costGroups: readonly FiguresGroup[] | null;
  onCostBy(split: CostSplit): void;
}

/** The course of everything over the range. */
export const Charts = React.memo(({ answer, costBy, costGroups, onCostBy }: ChartsProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const tables = React.useMemo(() => {
    const source = { answer, text, rows: timeRows(answer, formatDate) };
    return {
      runs: runsTable(source),
      latency: latencyTable(source),
      tokens: tokensTable(source),
      cache: cacheTable(source),
      errors: errorsTable(source),
      cost: costGroups && costTable(source, costGroups, costBy),
    };
  }, [answer, text, formatDate, costGroups, costBy]);

  const choice = (
    <Choice
      label={text('analytics.cost-by')}
      value={costBy}
      options={COST_SPLITS.map((value) => ({ value, label: text(`analytics.cost-by.${value}`) }))}
      onChoose={onCostBy}
    />
  );
  return (
    <Pairs>
      <ChartPanel name="runs" table={tables.runs} range={answer} />
      <ChartPanel name="cost" table={tables.cost} range={answer} choice={choice} />
      <ChartPanel name="latency" table={tables.latency} range={answer} />
      <ChartPanel name="errors" table={tables.errors} range={answer} />
      <ChartPanel name="tokens" table={tables.tokens} range={answer} />
      <ChartPanel name="cache" table={tables.cache} range={answer} />
    </Pairs>
  );
});
Charts.displayName = 'Charts';
