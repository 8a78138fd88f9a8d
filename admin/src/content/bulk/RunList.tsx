import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { BulkRun } from '../../../../contracts/bulk-runs';
import { Notice } from '../../components/Notice';
import { useText } from '../../components/Texts';
import { showInWindow } from './bulk-window';
import { StateBadge } from './run/StateBadge';
import { isGoing } from './run-progress';
import { useRunWords } from './use-run-words';
import { useToolName } from './use-tool-name';
import { useFieldLabel } from './use-type-fields';

const Row = styled.button`
  display: flex;
  width: 100%;
  padding: 1.2rem 1.6rem;
  gap: 1.6rem;
  justify-content: space-between;
  align-items: center;
  text-align: start;
  background: none;
  border: none;
  color: ${({ theme }) => theme.colors.neutral800};
  cursor: pointer;
  border-radius: ${({ theme }) => theme.borderRadius};
  &:hover {
    background: ${({ theme }) => theme.colors.neutral100};
  }
  &:focus-visible {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: -2px;
  }
`;

const Rows = styled.ul`
  > li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.neutral150};
  }
`;

const RunRow = ({ run }: { run: BulkRun }) => {
  const text = useText();
  const words = useRunWords();
  const toolName = useToolName();
  const fieldLabel = useFieldLabel(run.content_type);
  const { formatDate } = useIntl();
  const date = formatDate(run.started_at, { dateStyle: 'medium', timeStyle: 'short' });
  const facts = [
    run.started_by === null ? date : text('bulk.by', { date, person: run.started_by }),
    run.locale !== null && words.language(run.locale),
    run.cost_usd !== null && words.usd(run.cost_usd),
  ];
  return (
    <Row type="button" onClick={() => showInWindow({ kind: 'run', id: run.id })}>
      <Box minWidth={0}>
        <Typography fontWeight="semiBold" tag="p" style={{ overflowWrap: 'anywhere' }}>
          {text('bulk.what', { tool: toolName(run.tool), field: fieldLabel(run.target) })}
        </Typography>
        <Typography tag="p">{isGoing(run) ? words.progress(run) : words.outcome(run)}</Typography>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {facts.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <StateBadge state={run.state} />
    </Row>
  );
};

interface RunListProps {
  /** newest first */
  runs: readonly BulkRun[];
  /** why they cannot be listed */
  problem: string | null;
  onClose(): void;
}

/** The runs over entries of one type, each a button that opens it. */
export const RunList = ({ runs, problem, onClose }: RunListProps) => {
  const text = useText();
  return (
    <>
      <Modal.Body>
        {problem !== null && <Notice look="danger" title={problem} />}
        {problem === null && runs.length === 0 && <Typography>{text('bulk.no-runs')}</Typography>}
        <Rows aria-label={text('bulk.title-runs')}>
          {runs.map((run) => (
            <li key={run.id}>
              <RunRow run={run} />
            </li>
          ))}
        </Rows>
      </Modal.Body>
      <Modal.Footer>
        <Flex flex="1" justifyContent="flex-end">
          <Button variant="tertiary" onClick={onClose}>
            {text('bulk.close')}
          </Button>
        </Flex>
      </Modal.Footer>
    </>
  );
};
