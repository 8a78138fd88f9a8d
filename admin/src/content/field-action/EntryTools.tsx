import * as React from 'react';
import { Box, Button, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import { ArrowsCounterClockwise, Sparkle } from '@strapi/icons';
import type { JsonObject } from '../../../../contracts/json-object';
import { useText } from '../../components/Texts';
import { isWritableField } from './form-fields';
import type { FieldActionProps } from './FieldAction';
import { undoInsertion } from './insertion';
import type { Insertion } from './insertion';
import { ToolDialog } from './ToolDialog';
import { useContentRun } from './use-content-run';
import { useEntryForm } from './use-entry-form';
import { useToolChoices } from './use-tool-choices';

interface Inserted {
  insertion: Insertion;
  /** of the field */
  label: string;
}

/** What was last done to the form, to be said. */
interface Said {
  outcome: 'inserted' | 'undone' | 'changed';
  label: string;
}

/** The tools for one entry: what runs goes on while somebody edits, and what was inserted can be taken back. */
export const EntryTools = ({ model, entryId }: FieldActionProps) => {
  const text = useText();
  const form = useEntryForm(model, entryId);
  const choices = useToolChoices(form);
  const content = useContentRun();
  const [isOpen, setIsOpen] = React.useState(false);
  const [startValues, setStartValues] = React.useState<JsonObject>({});
  const [inserted, setInserted] = React.useState<readonly Inserted[]>([]);
  const [said, setSaid] = React.useState<Said | null>(null);
  const opener = React.useRef<HTMLButtonElement>(null);
  const isRunning = content.run?.status === 'running';

  const last = inserted.at(-1);
  const hasEnded = content.run !== null && !isRunning && !isOpen;

  const undo = (): void => {
    if (!last) return;
    const change = undoInsertion(form.current(), last.insertion);
    if (change) form.change(change);
    setSaid({ outcome: change ? 'undone' : 'changed', label: last.label });
    setInserted(inserted.slice(0, -1));
    // the button may go away, and the focus must not go with it
    opener.current?.focus();
  };

  if (!form.fields.some(isWritableField)) {
    return <Typography textColor="neutral600">{text('field-action.nothing-to-edit')}</Typography>;
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Modal.Root open={isOpen} onOpenChange={setIsOpen}>
        <Modal.Trigger>
          <Button
            ref={opener}
            type="button"
            variant="secondary"
            fullWidth
            startIcon={<Sparkle />}
            disabled={!form.isOpen}
          >
            {text(content.run ? 'field-action.open-again' : 'field-action.open')}
          </Button>
        </Modal.Trigger>
        {isOpen && (
          <ToolDialog
            model={model}
            form={form}
            choices={choices}
            content={content}
            startValues={startValues}
            onStart={setStartValues}
            onInsert={(insertion, label) => {
              setInserted([...inserted, { insertion, label }]);
              setSaid({ outcome: 'inserted', label });
              content.forget();
              setIsOpen(false);
            }}
          />
        )}
      </Modal.Root>
      {isRunning && !isOpen && (
        <Flex gap={2} justifyContent="space-between">
          <Flex gap={2}>
            <Loader small>{text('field-action.running')}</Loader>
            <Typography variant="pi">{text('field-action.running-here')}</Typography>
          </Flex>
          <Button
            type="button"
            size="S"
            variant="danger-light"
            onClick={() => {
              content.stop();
              opener.current?.focus();
            }}
          >
            {text('field-action.stop')}
          </Button>
        </Flex>
      )}
      {/* always there, for a screen reader to listen to; without anything to say it takes no room */}
      <Box role="status" position={hasEnded || said ? 'static' : 'absolute'}>
        {hasEnded && (
          <Typography variant="pi" tag="p">
            {text(content.run?.status === 'finished' ? 'field-action.done-here' : 'field-action.failed-here')}
          </Typography>
        )}
        {said && (
          <Typography
            variant="pi"
            tag="p"
            textColor={said.outcome === 'changed' ? 'warning700' : 'neutral700'}
            style={{ overflowWrap: 'anywhere' }}
          >
            {text(`field-action.${said.outcome}`, { field: said.label })}
            {said.outcome === 'inserted' && form.isModified && ` ${text('field-action.unsaved')}`}
          </Typography>
        )}
      </Box>
      {last && (
        <Button
          type="button"
          size="S"
          variant="tertiary"
          fullWidth
          startIcon={<ArrowsCounterClockwise />}
          disabled={!form.isOpen}
          onClick={undo}
        >
          {text('field-action.undo', { field: last.label })}
        </Button>
      )}
      {!said && !content.run && (
        <Typography variant="pi" textColor="neutral600">
          {text('field-action.intro')}
        </Typography>
      )}
    </Flex>
  );
};
