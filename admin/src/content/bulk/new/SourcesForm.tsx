import { Box, Field, Flex, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { styled } from 'styled-components';
import { InputControl } from '../../../components/inputs-form/InputControl';
import type { InputField } from '../../../components/inputs-form/input-fields';
import { useText } from '../../../components/Texts';
import type { FormField } from '../../field-action/form-fields';
import type { ChosenSource, ToolChoice } from '../../field-action/tool-choice';
import { sourcesFor } from '../../field-action/tool-inputs';
import type { SourceFault } from './type-choice';

const TYPED = 'typed';
/** A field may be called "typed" as well. */
const FIELD = 'field:';

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: 1.2rem;
  align-items: start;
`;

interface SourceRowProps {
  input: InputField;
  source: ChosenSource | undefined;
  fields: readonly FormField[];
  fault: string | undefined;
  onChange(source: ChosenSource): void;
}

const SourceRow = ({ input, source, fields, fault, onChange }: SourceRowProps) => {
  const text = useText();
  const { name, description, required } = input;
  const path = source && 'field' in source ? source.field : null;
  return (
    <Columns>
      <Field.Root name={`bulk.source.${name}`} required={required} hint={description ?? undefined}>
        <Field.Label>{name}</Field.Label>
        <SingleSelect
          value={path === null ? TYPED : `${FIELD}${path}`}
          onChange={(next) => {
            const chosen = String(next);
            onChange(chosen === TYPED ? { typed: '' } : { field: chosen.slice(FIELD.length) });
          }}
        >
          {sourcesFor(input, fields).map((field) => (
            <SingleSelectOption key={field.path} value={`${FIELD}${field.path}`}>
              {text('bulk.from-field', { field: field.label })}
            </SingleSelectOption>
          ))}
          <SingleSelectOption value={TYPED}>{text('bulk.typed')}</SingleSelectOption>
        </SingleSelect>
        <Field.Hint />
      </Field.Root>
      {path === null ? (
        <Field.Root name={`bulk.value.${name}`} error={fault}>
          <Field.Label>{text('bulk.value', { input: name })}</Field.Label>
          <InputControl
            field={input}
            typed={source && 'typed' in source ? source.typed : ''}
            disabled={false}
            onChange={(typed) => onChange({ typed })}
          />
          <Field.Error />
        </Field.Root>
      ) : (
        <Box />
      )}
    </Columns>
  );
};

interface SourcesFormProps {
  inputs: readonly InputField[];
  /** that inputs may come from */
  fields: readonly FormField[];
  choice: ToolChoice;
  /** what is wrong, by the name of the input */
  faults: Record<string, SourceFault>;
  onChange(choice: ToolChoice): void;
}

/** Where the inputs of a tool come from, for all entries alike: from a field of theirs, or typed in once. */
export const SourcesForm = ({ inputs, fields, choice, faults, onChange }: SourcesFormProps) => {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {inputs.map((input) => {
        const fault = faults[input.name];
        return (
          <SourceRow
            key={input.name}
            input={input}
            source={choice.sources[input.name]}
            fields={fields}
            fault={fault && text(`bulk.fault.${fault}`)}
            onChange={(source) =>
              onChange({ ...choice, sources: { ...choice.sources, [input.name]: source } })
            }
          />
        );
      })}
    </Flex>
  );
};
