import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { BulkRun } from '../../../../../contracts/bulk-runs';
import { Notice } from '../../../components/Notice';
import { useText } from '../../../components/Texts';
import { isGoing, progressOf } from '../run-progress';
import { useRunWords } from '../use-run-words';
import { useToolName } from '../use-tool-name';
import { useFieldLabel } from '../use-type-fields';
import { ProgressBar } from './ProgressBar';
import { RunActions } from './RunActions';
import { RunItems } from './RunItems';
import { StateBadge } from './StateBadge';
import { useRun } from './use-run';

const BAR_LOOKS = {
  running: 'primary600',
  undoing: 'primary600',
  stopped: 'warning600',
  finished: 'success600',
  undone: 'neutral500',
} as const satisfies Record<BulkRun['state'], string>;

const RunHead = ({ run }: { run: BulkRun }) => {
  const text = useText();
  const words = useRunWords();
  const toolName = useToolName();
  const fieldLabel = useFieldLabel(run.content_type);
  const { formatDate } = useIntl();
  const date = formatDate(run.started_at, { dateStyle: 'medium', timeStyle: 'short' });
  const facts = [
    run.started_by === null
      ? text('bulk.started', { date })
      : text('bulk.started-by', { date, person: run.started_by }),
    run.locale !== null && text('bulk.locale', { locale: words.language(run.locale) }),
  ];
  return (
    <Flex justifyContent="space-between" alignItems="flex-start" gap={4} wrap="wrap">
      <Box minWidth={0}>
        <Typography variant="delta" tag="h3" style={{ overflowWrap: 'anywhere' }}>
          {text('bulk.what', { tool: toolName(run.tool), field: fieldLabel(run.target) })}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {facts.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <StateBadge state={run.state} />
    </Flex>
  );
};

const RunProgress = ({ run }: { run: BulkRun }) => {
  const text = useText();
  const words = useRunWords();
  const { share } = progressOf(run);
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <ProgressBar
        label={text('bulk.progress-label')}
        words={words.progress(run)}
        share={share}
        look={BAR_LOOKS[run.state]}
      />
      <Flex justifyContent="space-between" gap={4} wrap="wrap">
        <Typography>{words.progress(run)}</Typography>
        <Typography textColor="neutral600">
          {run.cost_usd === null
            ? text('bulk.cost-unknown')
            : text(isGoing(run) ? 'bulk.cost' : 'bulk.cost-ended', { cost: words.usd(run.cost_usd) })}
        </Typography>
      </Flex>
    </Flex>
  );
};

/** One run: how far it is, what became of its entries, and what can be done with it. */
export const RunView = ({ id, onClose }: { id: number; onClose(): void }) => {
  const text = useText();
  const words = useRunWords();
  const { formatTime } = useIntl();
  const { run, isCutOff, problem, askAgain } = useRun(id);
  return (
    <>
      <Modal.Body>
        {problem !== null && (
          <Notice look="danger" title={problem}>
            <Button variant="tertiary" size="S" onClick={() => void askAgain()}>
              {text('bulk.again')}
            </Button>
          </Notice>
        )}
        {run && (
          <Flex direction="column" alignItems="stretch" gap={5}>
            <RunHead run={run} />
            <RunProgress run={run} />
            <Box role="status">
              {isCutOff ? (
                <Notice look="warning" title={text('bulk.cut-off')}>
                  {text('bulk.cut-off-text')}
                </Notice>
              ) : problem !== null ? null : isGoing(run) ? (
                <Typography textColor="neutral600">
                  {run.waits_until !== null &&
                    `${text('bulk.waits', { time: formatTime(run.waits_until, { timeStyle: 'medium' }) })} `}
                  {text(run.state === 'undoing' ? 'bulk.goes-on.undoing' : 'bulk.goes-on.running')}
                </Typography>
              ) : run.stopped_because ? (
                <Notice look="warning" title={text('bulk.stopped-itself')}>
                  {run.stopped_because.message}
                </Notice>
              ) : (
                <Typography>{text('bulk.outcome', { outcome: words.outcome(run) })}</Typography>
              )}
            </Box>
            <RunItems run={run} />
          </Flex>
        )}
      </Modal.Body>
      <RunActions run={run} onClose={onClose} />
    </>
  );
};
