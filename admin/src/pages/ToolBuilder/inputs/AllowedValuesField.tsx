import { Field, Textarea } from '@strapi/design-system';
import { useText } from '../../../components/Texts';
import { withKey, withoutKey } from './json-object';
import type { JsonObject } from '../../../../../contracts/json-object';
import type { PropertyType } from './property-type';
import { fitsLines, readLines, writeLines } from './typed-values';
import { faultField } from './row-faults';
import { useUnkept } from './unkept-texts';
import { useTypedText } from './use-typed-text';

interface AllowedValuesFieldProps {
  /** of the input */
  name: string;
  property: JsonObject;
  type: PropertyType;
  change(property: JsonObject): void;
  fault: string | undefined;
  disabled: boolean;
}

/** The only values that an input may have, one a line. */
export const AllowedValuesField = ({
  name,
  property,
  type,
  change,
  fault,
  disabled,
}: AllowedValuesFieldProps) => {
  const text = useText();
  const canShow = fitsLines(property.enum, type);
  const typed = useTypedText({
    value: property.enum,
    write: writeLines,
    read(value) {
      const reading = readLines(value, type);
      return 'fault' in reading ? { fault: text(`tool-inputs.fault.${reading.fault}`) } : reading;
    },
    onChange: (values) =>
      change(values === undefined ? withoutKey(property, 'enum') : withKey(property, 'enum', values)),
  });
  useUnkept(
    faultField(name, 'enum'),
    // also told where the field is not seen
    typed.fault && `${text('tool-inputs.allowed')}: ${typed.fault}`,
  );
  return (
    <Field.Root
      error={typed.fault ?? fault}
      hint={text(canShow ? 'tool-inputs.allowed.hint' : 'tool-inputs.allowed.json')}
      width="100%"
    >
      <Field.Label>{text('tool-inputs.allowed')}</Field.Label>
      <Textarea
        value={typed.text}
        disabled={disabled || !canShow}
        spellCheck={false}
        onChange={(event) => typed.type(event.target.value)}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
};
