import * as React from 'react';
import { Box, Button, Modal } from '@strapi/design-system';
import { ArrowRight } from '@strapi/icons';
import type { BulkOrder } from '../../../../../contracts/bulk-runs';
import { useText } from '../../../components/Texts';
import type { Selection } from '../bulk-window';
import { PreviewStep } from './PreviewStep';
import { SetupStep } from './SetupStep';
import { Steps } from './Steps';
import { useAssignment } from './use-assignment';

interface NewRunProps {
  model: string;
  selection: Selection;
  onClose(): void;
}

/** A new run: first what shall be done, then what would come of it. What was chosen stays when somebody goes back. */
export const NewRun = ({ model, selection, onClose }: NewRunProps) => {
  const text = useText();
  const assignment = useAssignment(model);
  const [order, setOrder] = React.useState<BulkOrder | null>(null);
  const [isTried, setTried] = React.useState(false);
  const { tool, choice, sources, faults, tools, problem } = assignment;

  if (order) return <PreviewStep order={order} selection={selection} onBack={() => setOrder(null)} />;

  const goOn = (): void => {
    setTried(true);
    if (!tool || choice.target === null || Object.keys(faults).length > 0) return;
    setOrder({
      content_type: model,
      locale: selection.locale,
      document_ids: selection.documentIds,
      tool: tool.slug,
      inputs: sources,
      target: choice.target,
    });
  };
  return (
    <>
      <Modal.Body>
        <Steps at="setup" />
        <Box paddingTop={6}>
          <SetupStep assignment={assignment} isTried={isTried} />
        </Box>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" onClick={onClose}>
          {text('bulk.cancel')}
        </Button>
        <Button endIcon={<ArrowRight />} disabled={tools.length === 0 || problem !== null} onClick={goOn}>
          {text('bulk.go-on')}
        </Button>
      </Modal.Footer>
    </>
  );
};
