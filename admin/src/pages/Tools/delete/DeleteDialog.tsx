import { Button, Flex, Modal } from '@strapi/design-system';
import type { ToolListEntry } from '../../../../../contracts/tool-admin';
import { useText } from '../../../components/Texts';
import { Dependents } from './Dependents';
import { UsesOfMany } from './UsesOfMany';
import { useDelete } from './use-delete';

interface DeleteDialogProps {
  tools: ToolListEntry[];
  onExport(): void;
  onClose(): void;
  onDeleted(): void;
  /** where the focus goes when the dialog is gone */
  returnFocus(): void;
}

/** Says what deleting tools would break, and deletes them if that is still wanted. */
export const DeleteDialog = ({ tools, onExport, onClose, onDeleted, returnFocus }: DeleteDialogProps) => {
  const text = useText();
  const { left, deleteAll, isDeleting } = useDelete(tools);
  const [first] = left;
  const names = { name: first?.name ?? '', tools: left.length };

  const confirm = async (): Promise<void> => {
    if (await deleteAll()) onDeleted();
  };

  return (
    <Modal.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus();
        }}
      >
        <Modal.Header closeLabel={text('tools.close')}>
          <Modal.Title>{text('tools.delete-title', names)}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {first && left.length === 1 ? <Dependents tool={first} /> : <UsesOfMany tools={left} />}
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{text('tools.cancel')}</Button>
          </Modal.Close>
          <Flex gap={2}>
            <Button variant="secondary" onClick={onExport}>
              {text('tools.export-first')}
            </Button>
            <Button variant="danger" loading={isDeleting} onClick={() => void confirm()}>
              {text('tools.delete-named', names)}
            </Button>
          </Flex>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
