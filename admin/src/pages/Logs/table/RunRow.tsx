import * as React from 'react';
import { Flex, Link, Td, Tr, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LogSummary } from '../../../../../contracts/logs';
import { formatCost } from '../../../components/cost-text';
import { useText } from '../../../components/Texts';
import { RunStatus } from './RunStatus';
import { countTokens, formatDuration } from './figures';
import { useRunWords } from './use-run-words';

export const runLinkId = (requestId: string): string => `ai-tools-run-${requestId}`;

/** The design system keeps cells to one line, which at 1024 px would push the cost out of sight. */
const WRAPS = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

const Unbroken = styled.span`
  display: inline-block;
  white-space: nowrap;
`;

const TwoLines = ({ first, second }: { first: string; second: string | null }) => (
  <Flex direction="column" alignItems="flex-start" gap={1}>
    <Typography style={WRAPS}>{first}</Typography>
    {second !== null && (
      <Typography variant="pi" textColor="neutral600" style={WRAPS}>
        {second}
      </Typography>
    )}
  </Flex>
);

interface RunRowProps {
  run: LogSummary;
  /** the query string that opens it */
  search: string;
  isOpen: boolean;
  onOpen(requestId: string): void;
}

/** One run of the log; opened by a click anywhere, by keyboard on its time. */
export const RunRow = React.memo(({ run, search, isOpen, onOpen }: RunRowProps) => {
  const text = useText();
  const words = useRunWords();
  const { formatNumber } = useIntl();
  const { prompt_tokens: prompt, completion_tokens: completion } = run;
  const tokens = countTokens(run);
  return (
    <Tr
      data-run={run.request_id}
      aria-selected={isOpen}
      onClick={() => onOpen(run.request_id)}
      style={{ cursor: 'pointer' }}
    >
      <Td>
        <Link
          tag={NavLink}
          to={{ search }}
          id={runLinkId(run.request_id)}
          title={run.created_at}
          onClick={(event: React.MouseEvent) => event.stopPropagation()}
          style={{ whiteSpace: 'normal' }}
        >
          <Unbroken>{words.day(run.created_at)}</Unbroken> <Unbroken>{words.clock(run.created_at)}</Unbroken>
        </Link>
      </Td>
      <Td>
        <TwoLines first={words.tool(run)} second={run.model ?? run.requested_model} />
      </Td>
      <Td>
        <TwoLines first={words.caller(run)} second={words.source(run.source)} />
      </Td>
      <Td>
        <RunStatus run={run} />
      </Td>
      <Td>
        <Typography>{formatDuration(run.latency_ms, formatNumber)}</Typography>
      </Td>
      <Td>
        <TwoLines
          first={tokens === null ? '—' : formatNumber(tokens)}
          second={
            tokens ? text('logs.tokens-of', { prompt: prompt ?? 0, completion: completion ?? 0 }) : null
          }
        />
      </Td>
      <Td>
        <Typography>{formatCost(run.cost_micros, formatNumber)}</Typography>
      </Td>
    </Tr>
  );
});
RunRow.displayName = 'RunRow';
