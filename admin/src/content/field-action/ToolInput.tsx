import {
  Box,
  Field,
  Flex,
  SingleSelect,
  SingleSelectOption,
  Typography,
  VisuallyHidden,
} from '@strapi/design-system';
import { readPath } from '../../../../contracts/content-fields';
import { InputControl } from '../../components/inputs-form/InputControl';
import type { InputField } from '../../components/inputs-form/input-fields';
import { useText } from '../../components/Texts';
import type { FormField } from './form-fields';
import { excerptOf } from './excerpt';
import type { ChosenSource } from './tool-choice';
import { sourcesFor } from './tool-inputs';

interface ToolInputProps {
  input: InputField;
  source: ChosenSource | undefined;
  fields: readonly FormField[];
  /** of the form, to show what a field would give */
  values: unknown;
  fault: string | undefined;
  disabled: boolean;
  onChange(source: ChosenSource): void;
}

const TYPED = 'typed';
const FIELD = 'field:';

/** What a field would give the tool. */
const FieldExcerpt = ({ value }: { value: unknown }) => {
  const text = useText();
  const excerpt = excerptOf(value);
  return (
    <Box background="neutral100" hasRadius padding={3}>
      <Typography
        variant="pi"
        textColor={excerpt === '' ? 'neutral600' : 'neutral800'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {excerpt === '' ? text('field-action.field-empty') : excerpt}
      </Typography>
    </Box>
  );
};

/** One input of the tool: from a field of the entry, or typed. */
export const ToolInput = ({ input, source, fields, values, fault, disabled, onChange }: ToolInputProps) => {
  const text = useText();
  const sources = sourcesFor(input, fields);
  const from = source && 'field' in source ? source.field : null;
  const control = (
    <InputControl
      field={input}
      typed={source && 'typed' in source ? source.typed : ''}
      disabled={disabled}
      onChange={(typed) => onChange({ typed })}
    />
  );
  const name = `field-action.input.${input.name}`;
  if (sources.length === 0) {
    return (
      <Field.Root name={name} required={input.required} error={fault} hint={input.description ?? undefined}>
        <Field.Label>{input.name}</Field.Label>
        {control}
        <Field.Hint />
        <Field.Error />
      </Field.Root>
    );
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Field.Root name={name} required={input.required} error={fault} hint={input.description ?? undefined}>
        <Field.Label>{input.name}</Field.Label>
        <SingleSelect
          disabled={disabled}
          value={from === null ? TYPED : `${FIELD}${from}`}
          onChange={(next) => {
            const chosen = String(next);
            onChange(chosen === TYPED ? { typed: '' } : { field: chosen.slice(FIELD.length) });
          }}
        >
          {sources.map(({ path, label }) => (
            <SingleSelectOption key={path} value={`${FIELD}${path}`}>
              {text('field-action.from-field', { field: label })}
            </SingleSelectOption>
          ))}
          <SingleSelectOption value={TYPED}>{text('field-action.typed')}</SingleSelectOption>
        </SingleSelect>
        <Field.Hint />
        <Field.Error />
      </Field.Root>
      {from === null ? (
        <Field.Root name={`${name}.typed`}>
          <VisuallyHidden>
            <Field.Label>{text('field-action.typed-value', { input: input.name })}</Field.Label>
          </VisuallyHidden>
          {control}
        </Field.Root>
      ) : (
        <FieldExcerpt value={readPath(values, from)} />
      )}
    </Flex>
  );
};
