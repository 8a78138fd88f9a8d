import * as React from 'react';
import { Box, Field, JSONInput } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useText } from '../../../components/Texts';
import { useUnkept } from './unkept-texts';
import { useEditorLabel } from './use-editor-label';

/** The host's editor is too light for its own colours: they need a darker ground to be read. */
const Editor = styled(Box)`
  && .cm-editor {
    background-color: #181826;
  }
  && .cm-activeLine {
    background-color: transparent;
  }
`;

/** What a fault of the schema as a whole is told under. */
export const SCHEMA = 'input_schema';

interface SchemaJsonProps {
  value: string;
  onChange(text: string): void;
  fault: string | null;
  disabled: boolean;
}

/** The schema as JSON. */
export const SchemaJson = React.memo(({ value, onChange, fault, disabled }: SchemaJsonProps) => {
  const text = useText();
  const container = React.useRef<HTMLDivElement>(null);
  useEditorLabel(container, { label: text('tool-inputs.json'), isInvalid: fault !== null });
  useUnkept(SCHEMA, fault);
  return (
    <Field.Root error={fault ?? undefined} hint={text('tool-inputs.json.hint')} width="100%">
      <Field.Label>{text('tool-inputs.json')}</Field.Label>
      <Editor ref={container}>
        <JSONInput value={value} disabled={disabled} onChange={onChange} maxHeight="60rem" overflow="auto" />
      </Editor>
      <Field.Error />
      <Field.Hint />
    </Field.Root>
  );
});
SchemaJson.displayName = 'SchemaJson';
