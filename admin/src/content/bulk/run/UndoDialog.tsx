import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import type { BulkRun } from '../../../../../contracts/bulk-runs';
import { useText } from '../../../components/Texts';
import { useFieldLabel } from '../use-type-fields';

interface UndoDialogProps {
  run: BulkRun;
  onCancel(): void;
  onConfirm(): void;
}

/** Says what an undo puts back, and what it leaves alone. */
export const UndoDialog = ({ run, onCancel, onConfirm }: UndoDialogProps) => {
  const text = useText();
  const fieldLabel = useFieldLabel(run.content_type);
  const values = { entries: run.counts.written, field: fieldLabel(run.target) };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onCancel()}>
      <Dialog.Content>
        <Dialog.Header>{text('bulk.undo-title')}</Dialog.Header>
        <Dialog.Body>
          <Flex direction="column" alignItems="center" gap={3}>
            <WarningCircle width="2.4rem" height="2.4rem" fill="warning600" aria-hidden />
            <Dialog.Description textAlign="center">{text('bulk.undo-puts-back', values)}</Dialog.Description>
            <Typography textAlign="center" textColor="neutral600">
              {text('bulk.undo-spares', values)}
            </Typography>
          </Flex>
        </Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button fullWidth variant="tertiary">
              {text('bulk.cancel')}
            </Button>
          </Dialog.Cancel>
          <Dialog.Action>
            <Button fullWidth variant="danger-light" onClick={onConfirm}>
              {text('bulk.undo-confirm')}
            </Button>
          </Dialog.Action>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};
