import * as React from 'react';
import { Box, Field, Typography } from '@strapi/design-system';
import { useText } from '../../../components/Texts';
import type { CodeEditorHandle } from './CodeEditor';
import { EditorFrame } from './EditorFrame';
import { InputChips } from './InputChips';
import { namesIn, readTemplate } from './read-template';
import type { TemplateContext } from './template-context';

/** Its own file, loaded while the rest of the page is there already. */
const CodeEditor = React.lazy(() =>
  import('./CodeEditor').then(({ CodeEditor: editor }) => ({ default: editor })),
);

export interface PromptEditorProps {
  /** the field's path in the form and in the server's faults: `prompt_template` or `system_instruction` */
  name: string;
  label: string;
  /** how to write in it unless told otherwise */
  hint?: string;
  required?: boolean;
  value: string;
  onChange(value: string): void;
  /** what can be completed */
  inputs: readonly { name: string; description: string | null }[];
  /** placeholders that no input has, as the server's check says */
  unknown: readonly string[];
  /** inputs that nothing uses, as the server's check says; left out, those that this text does not use */
  unused?: readonly string[];
  /** the fault that is shown beneath; null without one */
  fault: string | null;
  disabled: boolean;
  /** how many lines are shown of an empty one */
  rows?: number;
}

const Plain = ({ value }: { value: string }) => (
  <Box paddingLeft={4} paddingRight={4} paddingTop={2} paddingBottom={2} style={{ whiteSpace: 'pre-wrap' }}>
    {value}
  </Box>
);

/** A template in an editor that knows its placeholders: colours, completes and inserts them, and marks those that are wrong. */
export const PromptEditor = ({
  name,
  label,
  hint,
  required = false,
  value,
  onChange,
  inputs,
  unknown,
  unused,
  fault,
  disabled,
  rows = 8,
}: PromptEditorProps) => {
  const text = useText();
  const id = React.useId();
  const editor = React.useRef<CodeEditorHandle>(null);

  const insert = React.useCallback((input: string) => editor.current?.insertInput(input), []);

  const used = React.useMemo(() => new Set(namesIn(readTemplate(value)).map((word) => word.text)), [value]);
  const names = inputs.map((input) => input.name);
  // what was typed since the server was asked counts too
  const unusedNow = (unused ?? names).filter((input) => !used.has(input));
  const unknownNow = unknown.filter((placeholder) => used.has(placeholder) && !names.includes(placeholder));

  // made anew only when something in it has changed: the editor is told each time
  const contextKey = JSON.stringify([inputs, unknownNow]);
  const context = React.useMemo<TemplateContext>(
    () => ({
      inputs,
      unknown: unknownNow,
      sayUnknown: (placeholder) => text('prompt-editor.unknown', { name: placeholder }),
      explainFilter: (filter) => text(`prompt-editor.filter.${filter}`),
      explainTag: (tag) => text(`prompt-editor.tag.${tag}`),
    }),
    // the key stands for the two lists
    [contextKey, text],
  );

  const describedBy = fault
    ? `${id}-error`
    : [hint && `${id}-hint`, `${id}-syntax`].filter(Boolean).join(' ');
  const attributes = React.useMemo(
    () => ({
      id,
      'aria-labelledby': `${id}-label`,
      'aria-describedby': describedBy,
      'aria-invalid': String(Boolean(fault)),
      'aria-required': String(required),
      'data-field': name,
    }),
    [id, describedBy, fault, required, name],
  );

  return (
    <Field.Root
      id={id}
      name={name}
      error={fault ?? undefined}
      hint={hint ?? text('prompt-editor.syntax')}
      required={required}
      width="100%"
    >
      <Field.Label onClick={() => editor.current?.focus()}>{label}</Field.Label>
      <InputChips label={label} inputs={inputs} unused={unusedNow} disabled={disabled} onInsert={insert} />
      <EditorFrame $hasError={Boolean(fault)} $isDisabled={disabled} $rows={rows}>
        <React.Suspense fallback={<Plain value={value} />}>
          <CodeEditor
            ref={editor}
            value={value}
            onChange={onChange}
            context={context}
            disabled={disabled}
            attributes={attributes}
            completionsLabel={text('prompt-editor.completions')}
          />
        </React.Suspense>
      </EditorFrame>
      <Field.Hint />
      <Field.Error />
      <div role="status">
        {!fault && unknownNow.length > 0 && (
          <Typography variant="pi" textColor="danger600">
            {unknownNow.map((placeholder) => context.sayUnknown(placeholder)).join(' ')}
          </Typography>
        )}
      </div>
    </Field.Root>
  );
};
