import { Field, SingleSelect, SingleSelectOption, TextInput, Textarea } from '@strapi/design-system';
import { useText } from '../../../components/Texts';
import { toText, withKey, withoutKey } from './json-object';
import type { JsonObject } from '../../../../../contracts/json-object';
import type { PropertyType } from './property-type';
import { readValue, writeValue } from './typed-values';
import { faultField } from './row-faults';
import { useUnkept } from './unkept-texts';
import { useTypedText } from './use-typed-text';

interface DefaultFieldProps {
  /** of the input */
  name: string;
  property: JsonObject;
  type: PropertyType;
  change(property: JsonObject): void;
  fault: string | undefined;
  disabled: boolean;
}

const withDefault = (property: JsonObject, value: unknown): JsonObject =>
  value === undefined ? withoutKey(property, 'default') : withKey(property, 'default', value);

const NONE = 'none';

/** A choice among the values that are allowed, and the one that is set although it is not. */
const DefaultChoice = ({
  property,
  choices,
  change,
  disabled,
}: DefaultFieldProps & { choices: unknown[] }) => {
  const text = useText();
  const all = new Map(choices.map((value) => [toText(value), value]));
  if (property.default !== undefined) all.set(toText(property.default), property.default);
  return (
    <SingleSelect
      value={property.default === undefined ? NONE : toText(property.default)}
      disabled={disabled}
      onChange={(chosen) => change(withDefault(property, all.get(String(chosen))))}
    >
      <SingleSelectOption value={NONE}>{text('tool-inputs.default.none')}</SingleSelectOption>
      {[...all].map(([key, value]) => (
        <SingleSelectOption key={key} value={key}>
          {writeValue(value)}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
};

const TypedDefault = ({ name, property, type, change, fault, disabled }: DefaultFieldProps) => {
  const text = useText();
  const typed = useTypedText({
    value: property.default,
    write: writeValue,
    read(value) {
      const reading = readValue(value, type);
      return 'fault' in reading ? { fault: text(`tool-inputs.fault.${reading.fault}`) } : reading;
    },
    onChange: (value) => change(withDefault(property, value)),
  });
  useUnkept(
    faultField(name, 'default'),
    // also told where the field is not seen
    typed.fault && `${text('tool-inputs.default')}: ${typed.fault}`,
  );
  const isLong = type === 'array' || type === 'object' || typed.text.includes('\n');
  return (
    <Field.Root
      error={typed.fault ?? fault}
      hint={
        property.default === ''
          ? text('tool-inputs.default.empty')
          : type === 'array' || type === 'object'
            ? text('tool-inputs.default.json')
            : undefined
      }
      width="100%"
    >
      <Field.Label>{text('tool-inputs.default')}</Field.Label>
      {isLong ? (
        <Textarea
          value={typed.text}
          disabled={disabled}
          onChange={(event) => typed.type(event.target.value)}
        />
      ) : (
        <TextInput
          value={typed.text}
          disabled={disabled}
          inputMode={type === 'string' ? 'text' : 'decimal'}
          onChange={(event) => typed.type(event.target.value)}
        />
      )}
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
};

/** What an input is when a caller leaves it out: chosen where the values are known, typed elsewhere. */
export const DefaultField = (props: DefaultFieldProps) => {
  const text = useText();
  const { property, type, fault } = props;
  const allowed: unknown[] | null =
    type === 'boolean'
      ? [true, false]
      : Array.isArray(property.enum) && property.enum.length > 0
        ? property.enum
        : null;
  if (!allowed) return <TypedDefault {...props} />;
  return (
    <Field.Root error={fault} width="100%">
      <Field.Label>{text('tool-inputs.default')}</Field.Label>
      <DefaultChoice {...props} choices={allowed} />
      <Field.Error />
    </Field.Root>
  );
};
