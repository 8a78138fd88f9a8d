import * as React from 'react';
import { formFields } from '../field-action/form-fields';
import type { FormField } from '../field-action/form-fields';
import { useRights, useViewLayout } from '../field-action/use-entry-form';

/** Rights say whether there is an entry, not which: its fields are those that a saved one has. */
const ANY_ENTRY = '';

/**
 * The fields that every entry of a type has, as the host's form shows them: not those in lists of components, of which
 * each entry has others. Only within the host's list.
 */
export const useTypeFields = (model: string): FormField[] => {
  const layout = useViewLayout(model);
  const rights = useRights(ANY_ENTRY);
  return React.useMemo(
    // a condition depends on the entry, and the server knows them all
    () => formFields(layout, undefined, { ...rights, isShown: () => true }),
    [layout, rights],
  );
};

/** A field as the host's form calls it; the names on its path where the form does not have it. */
export const useFieldLabel = (model: string): ((path: string) => string) => {
  const fields = useTypeFields(model);
  return (path) => fields.find((field) => field.path === path)?.label ?? path.split('.').join(' › ');
};
