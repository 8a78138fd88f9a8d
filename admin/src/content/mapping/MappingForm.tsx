import { Box, Field, Flex, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { ContentField } from '../../../../contracts/content-fields';
import { InputControl } from '../../components/inputs-form/InputControl';
import type { InputField } from '../../components/inputs-form/input-fields';
import { useText } from '../../components/Texts';
import { fieldLabel } from './field-label';
import { fitsInput } from './guess-mapping';
import { withSource } from './mapping-draft';
import type { DraftFault, MappingDraft } from './mapping-draft';

/** No path of a field is empty. */
const TYPED = 'typed:';

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: 1.2rem;
  align-items: start;
`;

interface InputRowProps {
  input: InputField;
  fields: readonly ContentField[];
  draft: MappingDraft;
  fault: string | undefined;
  disabled: boolean;
  onChange(draft: MappingDraft): void;
}

const InputRow = ({ input, fields, draft, fault, disabled, onChange }: InputRowProps) => {
  const text = useText();
  const { name, description, required } = input;
  const path = draft.sources[name];
  const isTyped = path === undefined;
  const type = (value: string): void => onChange({ ...draft, typed: { ...draft.typed, [name]: value } });
  return (
    <Columns>
      <Field.Root name={`mapping.${name}`} required={required} hint={description ?? undefined}>
        <Field.Label>{name}</Field.Label>
        <SingleSelect
          disabled={disabled}
          value={path ?? TYPED}
          onChange={(next) => onChange(withSource(draft, name, next === TYPED ? null : String(next)))}
        >
          {fields
            .filter((field) => fitsInput(field, input))
            .map((field) => (
              <SingleSelectOption key={field.path} value={field.path}>
                {text('mapping.from-field', { field: fieldLabel(field.path) })}
              </SingleSelectOption>
            ))}
          <SingleSelectOption value={TYPED}>{text('mapping.typed')}</SingleSelectOption>
        </SingleSelect>
        <Field.Hint />
      </Field.Root>
      {isTyped ? (
        <Field.Root name={`mapping.value.${name}`} error={fault}>
          <Field.Label>{text('mapping.value', { input: name })}</Field.Label>
          <InputControl field={input} typed={draft.typed[name] ?? ''} disabled={disabled} onChange={type} />
          <Field.Error />
        </Field.Root>
      ) : (
        <Box />
      )}
    </Columns>
  );
};

interface MappingFormProps {
  inputs: readonly InputField[];
  /** that inputs may come from */
  fields: readonly ContentField[];
  draft: MappingDraft;
  /** what is wrong, by the name of the input */
  faults: Record<string, DraftFault>;
  disabled?: boolean;
  onChange(draft: MappingDraft): void;
}

/** Where the inputs of a tool come from, each: from a field of the entry, or typed in. */
export const MappingForm = ({
  inputs,
  fields,
  draft,
  faults,
  disabled = false,
  onChange,
}: MappingFormProps) => {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {inputs.map((input) => {
        const fault = faults[input.name];
        return (
          <InputRow
            key={input.name}
            input={input}
            fields={fields}
            draft={draft}
            fault={fault && text(`mapping.fault.${fault}`)}
            disabled={disabled}
            onChange={onChange}
          />
        );
      })}
    </Flex>
  );
};
