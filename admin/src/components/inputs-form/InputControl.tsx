import { SingleSelect, SingleSelectOption, TextInput, Toggle } from '@strapi/design-system';
import { NumberControl } from '../form/NumberControl';
import { useText } from '../Texts';
import { GrowingText } from './GrowingText';
import type { InputField } from './input-fields';
import { findChoice, readNumber, toText } from './input-values';

interface InputControlProps {
  field: InputField;
  /** as text; empty when the input is left out */
  typed: string;
  disabled: boolean;
  onChange(typed: string): void;
}

/** What the browser of a phone has a keyboard for. */
const BROWSER_TYPES: Partial<Record<string, string>> = { email: 'email', uri: 'url' };

const Choice = ({ field, typed, disabled, onChange }: InputControlProps) => {
  const text = useText();
  const chosen = findChoice(field, typed);
  const place = chosen ? field.choices.indexOf(chosen.value) : -1;
  return (
    <SingleSelect
      placeholder={field.fallback === undefined ? text('playground.choose') : toText(field.fallback)}
      disabled={disabled}
      value={place < 0 ? '' : String(place)}
      onChange={(next) => onChange(JSON.stringify(field.choices[Number(next)]))}
      onClear={field.required ? undefined : () => onChange('')}
      clearLabel={text('playground.clear')}
    >
      {field.choices.map((choice, index) => (
        <SingleSelectOption key={JSON.stringify(choice)} value={String(index)}>
          {toText(choice)}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
};

const LEFT_OUT = 'left-out';

const TrueOrFalse = ({ field, typed, disabled, onChange }: InputControlProps) => {
  const text = useText();
  const chosen = typed === 'true' || typed === 'false' ? typed : null;
  return (
    <SingleSelect
      placeholder={text('playground.choose')}
      disabled={disabled}
      value={chosen ?? (field.required ? '' : LEFT_OUT)}
      onChange={(next) => onChange(next === LEFT_OUT ? '' : String(next))}
    >
      {!field.required && (
        <SingleSelectOption value={LEFT_OUT}>{text('playground.left-out')}</SingleSelectOption>
      )}
      <SingleSelectOption value="true">{text('playground.true')}</SingleSelectOption>
      <SingleSelectOption value="false">{text('playground.false')}</SingleSelectOption>
    </SingleSelect>
  );
};

/** The control that fits an input; its default shows as long as nothing is typed. */
export const InputControl = (props: InputControlProps) => {
  const { field, typed, disabled, onChange } = props;
  const text = useText();
  const placeholder = field.fallback === undefined ? undefined : toText(field.fallback);

  switch (field.kind) {
    case 'choice':
      return <Choice {...props} />;
    case 'boolean':
      // a switch has two positions, and without a default there are three things to say
      return typeof field.fallback === 'boolean' ? (
        <Toggle
          onLabel={text('playground.true')}
          offLabel={text('playground.false')}
          disabled={disabled}
          checked={typed === '' ? field.fallback : typed === 'true'}
          onChange={(event) => onChange(String(event.target.checked))}
        />
      ) : (
        <TrueOrFalse {...props} />
      );
    case 'integer':
    case 'number':
      return (
        <NumberControl
          placeholder={placeholder}
          disabled={disabled}
          value={readNumber(typed)}
          onChange={(next) => onChange(next === null ? '' : String(next))}
        />
      );
    case 'line':
      return (
        <TextInput
          type={BROWSER_TYPES[field.format ?? ''] ?? 'text'}
          placeholder={placeholder}
          disabled={disabled}
          value={typed}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'text':
    case 'json':
      return (
        <GrowingText
          isCode={field.kind === 'json'}
          placeholder={placeholder}
          disabled={disabled}
          value={typed}
          onChange={onChange}
        />
      );
  }
};
