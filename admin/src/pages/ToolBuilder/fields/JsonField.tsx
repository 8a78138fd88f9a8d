import * as React from 'react';
import { JSONInput } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { FormField, useDisabled } from '../../../components/form/FormField';
import type { FieldTexts } from '../../../components/form/FormField';
import { useFieldFault } from '../../../components/form/field-faults';
import { useEditorLabel } from '../inputs/use-editor-label';

/** JSON as it is typed: what is wrong with it is told, and never lost. */
export const JsonField = React.memo(({ minHeight, ...texts }: FieldTexts & { minHeight?: string }) => {
  const { name, label } = texts;
  const { value, onChange } = useField<string>(name);
  const container = React.useRef<HTMLDivElement>(null);
  useEditorLabel(container, { label, isInvalid: useFieldFault(name) !== undefined });
  return (
    <FormField {...texts}>
      <div ref={container} data-json-field={name}>
        <JSONInput
          value={value}
          disabled={useDisabled(texts)}
          onChange={(next) => onChange(name, next)}
          minHeight={minHeight ?? '12rem'}
          maxHeight="40rem"
          overflow="auto"
        />
      </div>
    </FormField>
  );
});
JsonField.displayName = 'JsonField';
