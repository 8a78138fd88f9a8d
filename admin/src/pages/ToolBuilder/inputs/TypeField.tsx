import * as React from 'react';
import { Field, Flex, SingleSelect, SingleSelectOption, TextButton, Typography } from '@strapi/design-system';
import { useText } from '../../../components/Texts';
import { toText } from './json-object';
import type { JsonObject } from '../../../../../contracts/json-object';
import { PROPERTY_TYPES, changeType, listDropped } from './property-type';
import type { PropertyType } from './property-type';

interface TypeFieldProps {
  property: JsonObject;
  type: PropertyType;
  change(property: JsonObject): void;
  fault: string | undefined;
  disabled: boolean;
}

/** The type of an input. What another type cannot hold is taken out in words, and can be brought back. */
export const TypeField = ({ property, type, change, fault, disabled }: TypeFieldProps) => {
  const text = useText();
  const [last, setLast] = React.useState<{ before: JsonObject; after: string; dropped: string[] } | null>(
    null,
  );
  // only as long as nothing else was changed: bringing it back must not take that away
  const dropped = last?.after === toText(property) ? last : null;

  const choose = (chosen: string | number): void => {
    const next = PROPERTY_TYPES.find((candidate) => candidate === chosen);
    if (!next || next === type) return;
    const changed = changeType(property, next);
    const values = listDropped(changed.dropped);
    setLast(
      values.length > 0 ? { before: property, after: toText(changed.property), dropped: values } : null,
    );
    change(changed.property);
  };

  return (
    <Field.Root error={fault} width="100%">
      <Field.Label>{text('tool-inputs.type')}</Field.Label>
      <SingleSelect value={type} disabled={disabled} onChange={choose}>
        {PROPERTY_TYPES.map((offered) => (
          <SingleSelectOption key={offered} value={offered}>
            {`${text(`tool-inputs.type.${offered}`)} (${offered})`}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <Field.Error />
      <Flex role="status" gap={2} wrap="wrap">
        {dropped && (
          <>
            <Typography variant="pi" textColor="warning700">
              {text('tool-inputs.type.dropped', {
                count: dropped.dropped.length,
                values: dropped.dropped.join(', '),
              })}
            </Typography>
            <TextButton disabled={disabled} onClick={() => change(dropped.before)}>
              {text('tool-inputs.undo')}
            </TextButton>
          </>
        )}
      </Flex>
    </Field.Root>
  );
};
