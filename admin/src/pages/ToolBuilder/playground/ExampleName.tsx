import * as React from 'react';
import { Button, Field, Modal, TextInput } from '@strapi/design-system';
import { LONGEST_EXAMPLE_NAME } from '../../../../../contracts/tool-fields';
import { useText } from '../../../components/Texts';

interface ExampleNameProps {
  title: string;
  initialName: string;
  /** names that other examples have */
  taken: readonly string[];
  onName(name: string): void;
  onClose(): void;
}

/** Asks for the name of an example. */
export const ExampleName = ({ title, initialName, taken, onName, onClose }: ExampleNameProps) => {
  const text = useText();
  const [name, setName] = React.useState(initialName);
  const chosen = name.trim();
  const isTaken = taken.includes(chosen);
  const submit = (): void => {
    if (chosen !== '' && !isTaken) onName(chosen);
  };
  return (
    <Modal.Root defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal.Content
        onKeyDown={(event: React.KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          // the playground around it would run the draft
          event.stopPropagation();
          submit();
        }}
      >
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Field.Root
            name="playground.example-name"
            required
            error={isTaken ? text('playground.example-taken') : undefined}
            hint={text('playground.example-hint')}
          >
            <Field.Label>{text('playground.example-name')}</Field.Label>
            <TextInput
              // who opens this wants to type
              autoFocus
              maxLength={LONGEST_EXAMPLE_NAME}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Field.Hint />
            <Field.Error />
          </Field.Root>
        </Modal.Body>
        <Modal.Footer>
          <Button type="button" variant="tertiary" onClick={onClose}>
            {text('playground.cancel')}
          </Button>
          <Button type="button" disabled={chosen === '' || isTaken} onClick={submit}>
            {text('playground.example-keep')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
