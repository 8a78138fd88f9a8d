import { Alert, Box, Button, Flex, Modal } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useText } from '../../../components/Texts';
import { tally, writesOf } from './import-file';
import { ImportPlan } from './ImportPlan';
import { ImportSource } from './ImportSource';
import { useImport } from './use-import';

interface ImportDialogProps {
  onClose(): void;
  onImported(): void;
  /** where the focus goes when the dialog is gone */
  returnFocus(): void;
}

/** Tools from a file: first what would become of them, then all of them or none. */
export const ImportDialog = ({ onClose, onImported, returnFocus }: ImportDialogProps) => {
  const text = useText();
  const { toggleNotification } = useNotification();
  const { steps, choices, problem, isBusy, isImporting, check, choose, run, forget } = useImport();
  const counts = tally(steps ?? []);
  const writes = writesOf(counts);

  const confirm = async (): Promise<void> => {
    if (!(await run())) return;
    toggleNotification({
      type: 'success',
      message: text('tools.import.done', { tools: writes, skipped: counts.skip }),
    });
    onImported();
  };

  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus();
        }}
      >
        <Modal.Header closeLabel={text('tools.close')}>
          <Modal.Title>{text('tools.import.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {problem !== null && (
            <Box paddingBottom={4}>
              <Alert variant="danger" closeLabel={text('tools.close')} onClose={forget} role="alert">
                {problem}
              </Alert>
            </Box>
          )}
          {steps ? (
            <ImportPlan
              steps={steps}
              choices={choices}
              disabled={isImporting}
              onChoose={(chosen) => void choose(chosen)}
            />
          ) : (
            <ImportSource onContent={(content) => void check(content)} />
          )}
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{text('tools.cancel')}</Button>
          </Modal.Close>
          {steps && (
            <Flex gap={2}>
              <Button variant="secondary" disabled={isImporting} onClick={forget}>
                {text('tools.import.another')}
              </Button>
              <Button
                disabled={writes === 0 || counts.refuse > 0}
                loading={isBusy}
                onClick={() => void confirm()}
              >
                {text('tools.import.run', { tools: writes })}
              </Button>
            </Flex>
          )}
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
