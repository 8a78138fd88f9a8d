import * as React from 'react';
import { Box, Button, Divider, Flex, Modal } from '@strapi/design-system';
import { ArrowLeft, Play } from '@strapi/icons';
import type { BulkOrder } from '../../../../../contracts/bulk-runs';
import { useEstimateQuery } from '../../../api/bulk-runs';
import { Notice } from '../../../components/Notice';
import { useText } from '../../../components/Texts';
import { useKeptFocus } from '../../../components/use-kept-focus';
import type { Selection } from '../bulk-window';
import { warnOfBudget } from '../estimate-warning';
import { useProblem } from '../use-problem';
import { EstimatePanel } from './EstimatePanel';
import { PreviewPanel } from './PreviewPanel';
import { Steps } from './Steps';
import { useStart } from './use-start';

interface PreviewStepProps {
  order: BulkOrder;
  selection: Selection;
  onBack(): void;
}

/** What would come of a run: one entry before and after, and what all of them would cost. */
export const PreviewStep = ({ order, selection, onBack }: PreviewStepProps) => {
  const text = useText();
  const readProblem = useProblem();
  const { currentData, error } = useEstimateQuery(order, { refetchOnMountOrArgChange: true });
  const { start, isStarting, problem } = useStart(selection);
  useKeptFocus(isStarting);
  const estimate = currentData?.data ?? null;
  const entries = estimate?.entries ?? 0;
  // a preview of an entry that will be left out would only show why
  const previewed = React.useMemo(() => {
    if (!estimate || estimate.entries === 0) return null;
    const leftOut = new Set(estimate.left_out.map(({ document_id: id }) => id));
    return { ...order, document_ids: order.document_ids.filter((id) => !leftOut.has(id)) };
  }, [order, estimate]);
  const isPossible = estimate !== null && entries > 0 && warnOfBudget(estimate) !== 'used-up';
  return (
    <>
      <Modal.Body>
        <Steps at="preview" />
        <Flex direction="column" alignItems="stretch" gap={6} paddingTop={6}>
          {previewed && (
            <>
              <PreviewPanel order={previewed} />
              <Divider />
            </>
          )}
          <EstimatePanel
            order={order}
            estimate={estimate}
            problem={currentData ? null : readProblem(error)}
          />
          {problem !== null && (
            <Box role="alert">
              <Notice look="danger" title={problem} />
            </Box>
          )}
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" startIcon={<ArrowLeft />} disabled={isStarting} onClick={onBack}>
          {text('bulk.back')}
        </Button>
        <Button
          startIcon={<Play />}
          disabled={!isPossible}
          loading={isStarting}
          onClick={() => void start(order)}
        >
          {estimate ? text('bulk.start', { entries }) : text('bulk.step.run')}
        </Button>
      </Modal.Footer>
    </>
  );
};
