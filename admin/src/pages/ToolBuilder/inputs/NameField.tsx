import * as React from 'react';
import { Field, TextInput } from '@strapi/design-system';
import { isInputName } from '../../../../../contracts/input-names';
import { useText } from '../../../components/Texts';
import { faultField } from './row-faults';
import { useUnkept } from './unkept-texts';
import { useTypedText } from './use-typed-text';

interface NameFieldProps {
  name: string;
  isTaken(name: string): boolean;
  rename(to: string): void;
  fault: string | undefined;
  disabled: boolean;
  /** for an input that was just added, whose name is only a proposal */
  autoFocus: boolean;
}

/** The name of an input. One that it cannot have stays here as typed, and the input keeps the last it could have. */
export const NameField = ({ name, isTaken, rename, fault, disabled, autoFocus }: NameFieldProps) => {
  const text = useText();
  const field = React.useRef<HTMLInputElement>(null);
  const typed = useTypedText({
    value: name,
    write: (value) => value,
    read(value) {
      if (value === name) return { value };
      if (value === '') return { fault: text('tool-inputs.name.empty', { name }) };
      if (isTaken(value)) return { fault: text('tool-inputs.name.taken', { name }) };
      return isInputName(value) ? { value } : { fault: text('tool-inputs.name.unfit', { name }) };
    },
    onChange: rename,
  });
  useUnkept(faultField(name, 'name'), typed.fault);

  React.useEffect(() => {
    if (autoFocus) field.current?.select();
  }, [autoFocus]);

  return (
    <Field.Root error={typed.fault ?? fault} required width="100%">
      <Field.Label>{text('tool-inputs.name')}</Field.Label>
      <TextInput
        ref={field}
        value={typed.text}
        disabled={disabled}
        spellCheck={false}
        onChange={(event) => typed.type(event.target.value)}
      />
      <Field.Error />
    </Field.Root>
  );
};
