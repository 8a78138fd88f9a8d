import * as React from 'react';
import {
  createRulesEngine,
  unstable_useDocumentLayout as useDocumentLayout,
  useDocumentRBAC,
  useForm,
} from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { isJsonObject } from '../../../../contracts/json-object';
import type { JsonObject } from '../../../../contracts/json-object';
import { formFields } from './form-fields';
import type { FieldRights, FormField, LayoutField, ViewLayout } from './form-fields';
import type { FormChange } from './insertion';

/** The form of the entry that is open. */
export interface EntryForm {
  /** what the person sees in it, in its order */
  fields: FormField[];
  values: JsonObject;
  /** false for a form that can only be looked at */
  isOpen: boolean;
  /** whether there is something to save */
  isModified: boolean;
  /** the values of this moment, which may be newer than what is drawn */
  current(): JsonObject;
  change(change: FormChange): void;
}

const asObject = (values: object): JsonObject => (isJsonObject(values) ? values : {});

/** The edit view of a type, with its labels in the language of the panel. */
export const useViewLayout = (model: string): ViewLayout => {
  const { edit } = useDocumentLayout(model);
  const { messages } = useIntl();
  return React.useMemo(() => {
    const labelled = (fields: readonly LayoutField[], prefix: string): LayoutField[] =>
      fields.map((field) => {
        const translated = messages[`content-manager.${prefix}.${field.name}`];
        return typeof translated === 'string' ? { ...field, label: translated } : field;
      });
    return {
      fields: labelled(edit.layout.flat(2), `content-types.${model}`),
      components: Object.fromEntries(
        Object.entries(edit.components).map(([uid, { layout, settings }]) => [
          uid,
          { name: settings.displayName ?? uid, fields: labelled(layout.flat(), `components.${uid}`) },
        ]),
      ),
    };
  }, [edit, messages, model]);
};

type Condition = Parameters<ReturnType<typeof createRulesEngine>['evaluate']>[0];
const isCondition = (value: unknown): value is Condition => isJsonObject(value);

/** By the same rules as the host's form: the role's for each field, and the conditions of the type. */
export const useRights = (entryId: string | null): FieldRights => {
  const { canCreateFields, canReadFields, canUpdateFields, canUserAction } = useDocumentRBAC(
    'AiToolsFields',
    (rights) => rights,
  );
  return React.useMemo(() => {
    const rules = createRulesEngine();
    const readable = entryId === null ? canCreateFields : canReadFields;
    const editable = entryId === null ? canCreateFields : canUpdateFields;
    return {
      canRead: ({ permission }) => canUserAction(permission, readable, 'string'),
      canWrite: ({ permission }) => canUserAction(permission, editable, 'string'),
      isShown: (condition, around) => !isCondition(condition) || rules.evaluate(condition, around),
    };
  }, [entryId, canCreateFields, canReadFields, canUpdateFields, canUserAction]);
};

/** Looks into the host's form around; `entryId` is null while the entry is not saved in this language. */
export const useEntryForm = (model: string, entryId: string | null): EntryForm => {
  const layout = useViewLayout(model);
  const rights = useRights(entryId);
  const values = useForm('AiToolsValues', (form) => form.values);
  const disabled = useForm('AiToolsDisabled', (form) => form.disabled || form.isSubmitting);
  const isModified = useForm('AiToolsModified', (form) => form.modified);
  const getValues = useForm('AiToolsGetValues', (form) => form.getValues);
  const onChange = useForm('AiToolsChange', (form) => form.onChange);
  const fields = React.useMemo(() => formFields(layout, values, rights), [layout, values, rights]);
  return {
    fields,
    values: asObject(values),
    isOpen: !disabled,
    isModified,
    current: () => asObject(getValues()),
    change: ({ path, value }) => onChange(path, value),
  };
};
