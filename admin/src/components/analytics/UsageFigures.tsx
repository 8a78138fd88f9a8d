import { Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { AnalyticsAnswer } from '../../../../contracts/analytics';
import { useText } from '../Texts';
import { shareOf } from './change';
import { LogsLink, LogsScope } from './LogsLink';
import type { LogsQuery } from './logs-address';
import { Sparkline } from './Sparkline';
import { useFigureText } from './use-figure-text';

const Columns = styled.ul<{ $count: number }>`
  display: grid;
  grid-template-columns: repeat(${({ $count }) => $count}, minmax(0, 1fr));
  gap: 2rem;
`;

interface UsageFiguresProps {
  answer: AnalyticsAnswer;
  /** what the figures are of, besides their time */
  of?: LogsQuery;
  /** also how long runs take */
  withLatency?: boolean;
}

interface FigureProps {
  title: string;
  figure: string;
  note: string | null;
  logs: LogsQuery;
}

const Figure = ({ title, figure, note, logs }: FigureProps) => {
  const text = useText();
  return (
    <Flex tag="li" direction="column" alignItems="flex-start" gap={1}>
      <Typography variant="pi" textColor="neutral600">
        {title}
      </Typography>
      <Typography variant="beta" tag="p">
        <LogsLink query={logs} label={text('usage.figure-link', { title, figure })}>
          {figure}
        </LogsLink>
      </Typography>
      {note && (
        <Typography variant="pi" textColor="neutral600">
          {note}
        </Typography>
      )}
    </Flex>
  );
};

/** A few figures and the course of the runs, where there is little room. */
export const UsageFigures = ({
  answer: { from, to, totals, series },
  of = {},
  withLatency = false,
}: UsageFiguresProps) => {
  const text = useText();
  const paint = useFigureText();
  const { runs, by_status: ended, cost_micros: cost, unknown_cost_runs: unknown } = totals;
  const perDay = series.map((day) => day.runs);
  return (
    <LogsScope.Provider value={{ ...of, from, to }}>
      <Flex direction="column" alignItems="stretch" gap={5}>
        <Columns $count={withLatency ? 2 : 3}>
          <Figure title={text('usage.runs')} figure={paint('count', runs)} note={null} logs={{}} />
          <Figure
            title={text('usage.errors')}
            figure={paint('count', ended.error)}
            note={text('usage.error-share', { share: paint('share', shareOf(ended.error, runs)) })}
            logs={{ status: 'error' }}
          />
          {withLatency && (
            <Figure
              title={text('usage.p95')}
              figure={paint('duration', totals.latency_ms?.p95 ?? null)}
              note={null}
              logs={{ sort: 'latency' }}
            />
          )}
          <Figure
            title={text('usage.cost')}
            figure={paint('money', cost)}
            note={unknown > 0 ? text('usage.unknown', { runs: unknown }) : null}
            logs={{ sort: 'cost' }}
          />
        </Columns>
        <Sparkline
          values={perDay}
          isFluid
          label={text('usage.course', { most: paint('count', Math.max(...perDay, 0)) })}
        />
      </Flex>
    </LogsScope.Provider>
  );
};
