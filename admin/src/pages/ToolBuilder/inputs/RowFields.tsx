import { Box, Checkbox, Field, Flex, Grid, TextInput, Textarea, Typography } from '@strapi/design-system';
import { useText } from '../../../components/Texts';
import { AllowedValuesField } from './AllowedValuesField';
import { DefaultField } from './DefaultField';
import { NameField } from './NameField';
import { TypeField } from './TypeField';
import { isJsonObject } from '../../../../../contracts/json-object';
import { withKey, withoutKey } from './json-object';
import type { JsonObject } from '../../../../../contracts/json-object';
import { typeOf, unseenPropertyKeys } from './property-type';
import type { RowFaults } from './row-faults';
import type { SchemaRow } from './schema-rows';
import type { InputActions } from './use-inputs';

interface RowFieldsProps extends SchemaRow {
  actions: InputActions;
  isTaken(name: string): boolean;
  faults: RowFaults;
  disabled: boolean;
  isNew: boolean;
}

interface DescriptionFieldProps {
  property: JsonObject;
  change(property: JsonObject): void;
  fault: string | undefined;
  disabled: boolean;
}

const DescriptionField = ({ property, change, fault, disabled }: DescriptionFieldProps) => {
  const text = useText();
  const { description } = property;
  const value = typeof description === 'string' ? description : '';
  const set = (next: string): void =>
    change(next === '' ? withoutKey(property, 'description') : withKey(property, 'description', next));
  return (
    <Field.Root error={fault} hint={text('tool-inputs.description.hint')} width="100%">
      <Field.Label>{text('tool-inputs.description')}</Field.Label>
      {value.includes('\n') ? (
        <Textarea value={value} disabled={disabled} onChange={(event) => set(event.target.value)} />
      ) : (
        <TextInput value={value} disabled={disabled} onChange={(event) => set(event.target.value)} />
      )}
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
};

const Note = ({ children }: { children: string }) => (
  <Typography variant="pi" textColor="neutral600">
    {children}
  </Typography>
);

/** Everything of one input that a row can show, and the names of what it cannot. */
export const RowFields = ({
  name,
  property,
  isRequired,
  actions,
  isTaken,
  faults,
  disabled,
  isNew,
}: RowFieldsProps) => {
  const text = useText();
  const type = typeOf(property);
  const unseen = unseenPropertyKeys(property);
  const change = (next: JsonObject): void => actions.change(name, next);
  const shared = { change, disabled };
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Grid.Root gap={4}>
        <Grid.Item col={6} xs={12} alignItems="flex-start">
          <NameField
            name={name}
            isTaken={isTaken}
            rename={(to) => actions.rename(name, to)}
            fault={faults.name}
            disabled={disabled}
            autoFocus={isNew}
          />
        </Grid.Item>
        {isJsonObject(property) && type && (
          <Grid.Item col={6} xs={12} alignItems="flex-start">
            <TypeField {...shared} property={property} type={type} fault={faults.type} />
          </Grid.Item>
        )}
        {isJsonObject(property) && (
          <Grid.Item col={12} xs={12}>
            <DescriptionField {...shared} property={property} fault={faults.description} />
          </Grid.Item>
        )}
        {isJsonObject(property) && type && (
          <Grid.Item col={6} xs={12} alignItems="flex-start">
            <DefaultField {...shared} name={name} property={property} type={type} fault={faults.default} />
          </Grid.Item>
        )}
        {isJsonObject(property) && (type === 'string' || type === 'integer' || type === 'number') && (
          <Grid.Item col={6} xs={12} alignItems="flex-start">
            <AllowedValuesField {...shared} name={name} property={property} type={type} fault={faults.enum} />
          </Grid.Item>
        )}
      </Grid.Root>
      <Field.Root error={faults.required}>
        <Checkbox
          checked={isRequired}
          disabled={disabled}
          onCheckedChange={(checked) => actions.require(name, checked === true)}
        >
          {text('tool-inputs.required')}
        </Checkbox>
        <Field.Error />
      </Field.Root>
      {!type && <Note>{text('tool-inputs.type.json')}</Note>}
      {type && unseen.length > 0 && (
        <Box>
          <Note>{text('tool-inputs.unseen', { keys: unseen.join(', ') })}</Note>
        </Box>
      )}
    </Flex>
  );
};
