import type { ReactNode } from 'react';
import { Field, Flex, Typography } from '@strapi/design-system';
import { Lock } from '@strapi/icons';
import { useField, useForm } from '@strapi/strapi/admin';
import { useFieldFault } from './field-faults';

export interface FieldTexts {
  /** the path of its value in the form, and of its faults in the server's answer */
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** says why this one cannot be edited, as for a value that code has set */
  locked?: string | null;
}

/** Whether a field can be edited: the whole form may be only for looking, and one field set by code. */
export const useDisabled = ({ locked }: Pick<FieldTexts, 'locked'>): boolean =>
  useForm('AiToolsField', ({ disabled, isSubmitting }) => disabled || isSubmitting) || Boolean(locked);

/** Label, hint and fault around an input. */
export const FormField = ({
  name,
  label,
  hint,
  required = false,
  locked = null,
  children,
}: FieldTexts & { children: ReactNode }) => {
  const { error } = useField(name);
  const fault = useFieldFault(name);
  return (
    <Field.Root name={name} error={fault ?? error} hint={hint} required={required} width="100%">
      <Field.Label>{label}</Field.Label>
      {children}
      {locked ? (
        <Flex gap={1} tag="span">
          <Lock width="1.2rem" height="1.2rem" fill="neutral600" aria-hidden />
          <Typography variant="pi" textColor="neutral600">
            {locked}
          </Typography>
        </Flex>
      ) : (
        <Field.Hint />
      )}
      <Field.Error />
    </Field.Root>
  );
};
