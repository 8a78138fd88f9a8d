import * as React from 'react';
import { Field, Flex } from '@strapi/design-system';
import { FORMAT_SAMPLES } from '../../../../contracts/sample-inputs';
import { useText } from '../Texts';
import { InputControl } from './InputControl';
import type { InputField } from './input-fields';
import type { TypedInputs } from './input-values';

interface InputRowProps {
  field: InputField;
  typed: string;
  fault: string | undefined;
  disabled: boolean;
  onChange(name: string, typed: string): void;
}

/** Drawn again only when it changes itself: a form may have many of them, beside fields that are being typed in. */
const InputRow = React.memo(({ field, typed, fault, disabled, onChange }: InputRowProps) => {
  const text = useText();
  const sample = FORMAT_SAMPLES[field.format ?? ''];
  const form =
    field.kind === 'json'
      ? text('playground.json')
      : sample !== undefined && text('playground.such-as', { sample });
  return (
    <Field.Root
      name={`playground.${field.name}`}
      required={field.required}
      error={fault}
      hint={[field.description, form].filter(Boolean).join(' · ') || undefined}
    >
      <Field.Label>{field.name}</Field.Label>
      <InputControl
        field={field}
        typed={typed}
        disabled={disabled}
        onChange={(next) => onChange(field.name, next)}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
});
InputRow.displayName = 'InputRow';

interface InputsFormProps {
  fields: readonly InputField[];
  typed: TypedInputs;
  /** the same function each time, or every row is drawn again */
  onChange(name: string, typed: string): void;
  /** what is wrong, by the name of the input */
  faults: Record<string, string>;
  disabled?: boolean;
}

/** A form for the inputs of a tool, made of its schema. */
export const InputsForm = ({ fields, typed, onChange, faults, disabled = false }: InputsFormProps) => (
  <Flex direction="column" alignItems="stretch" gap={4}>
    {fields.map((field) => (
      <InputRow
        key={field.name}
        field={field}
        typed={typed[field.name] ?? ''}
        fault={Object.hasOwn(faults, field.name) ? faults[field.name] : undefined}
        disabled={disabled}
        onChange={onChange}
      />
    ))}
  </Flex>
);
