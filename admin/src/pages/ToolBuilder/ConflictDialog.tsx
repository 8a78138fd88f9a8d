import { Button, Flex, Modal, Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';
import { useText } from '../../components/Texts';
import type { Difference } from './form/compare-conflict';
import { FIELD_LABELS } from './form/field-labels';

const MAX_SHOWN = 160;

const useShown = () => {
  const text = useText();
  return (value: unknown): string => {
    if (value === null || value === undefined || value === '') return text('tool-builder.conflict.nothing');
    if (typeof value === 'boolean') return text(value ? 'form.on' : 'form.off');
    const whole = typeof value === 'string' ? value : JSON.stringify(value);
    return whole.length > MAX_SHOWN ? `${whole.slice(0, MAX_SHOWN)}…` : whole;
  };
};

interface ConflictDialogProps {
  differences: readonly Difference[];
  onKeepMine(): void;
  onTakeTheirs(): void;
  /** goes back to the form, in which everything is as it was typed */
  onClose(): void;
}

/** Two people have changed one tool: shows what each did, and lets the second decide. */
export const ConflictDialog = ({ differences, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) => {
  const text = useText();
  const toShown = useShown();
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{text('tool-builder.conflict')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Typography>{text('tool-builder.conflict.text')}</Typography>
            <Table colCount={4} rowCount={differences.length + 1}>
              <Thead>
                <Tr>
                  {(['field', 'who', 'mine', 'theirs'] as const).map((column) => (
                    <Th key={column}>
                      <Typography variant="sigma" textColor="neutral600">
                        {text(`tool-builder.conflict.${column}`)}
                      </Typography>
                    </Th>
                  ))}
                </Tr>
              </Thead>
              <Tbody>
                {differences.map(({ field, changedBy, mine, theirs }) => (
                  <Tr key={field}>
                    <Td>
                      <Typography fontWeight="bold">{text(FIELD_LABELS[field])}</Typography>
                    </Td>
                    <Td>
                      <Typography>{text(`tool-builder.conflict.by-${changedBy}`)}</Typography>
                    </Td>
                    {[mine, theirs].map((value, side) => (
                      <Td key={side === 0 ? 'mine' : 'theirs'}>
                        <Typography style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                          {toShown(value)}
                        </Typography>
                      </Td>
                    ))}
                  </Tr>
                ))}
              </Tbody>
            </Table>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button type="button" variant="tertiary" onClick={onClose}>
            {text('tool-builder.conflict.back')}
          </Button>
          <Flex gap={2}>
            <Button type="button" variant="danger-light" onClick={onTakeTheirs}>
              {text('tool-builder.conflict.take-theirs')}
            </Button>
            <Button type="button" onClick={onKeepMine}>
              {text('tool-builder.conflict.keep-mine')}
            </Button>
          </Flex>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
