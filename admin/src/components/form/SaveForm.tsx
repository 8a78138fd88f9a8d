import type { ReactNode } from 'react';
import { Blocker, Form, isBaseQueryError, useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import type { BaseQueryError, FormErrors } from '@strapi/strapi/admin';
import { useKeptFocus } from '../use-kept-focus';

type Failure = BaseQueryError | { name?: string; message?: string };

/** What came of saving: what was refused, or what the form holds from then on. */
export type Outcome<Values> = { error: Failure } | { saved: Values };

/** A fault that is found before anything is sent, in the server's form. */
export const faultOf = (field: string, message: string): Failure => ({
  name: 'ValidationError',
  message,
  details: { errors: [{ path: [field], message, name: 'ValidationError' }] },
});

/** Reads what a refused write says: a sentence for the whole, and one for each field at fault. */
export const useRefusal = () => {
  const { _unstableFormatAPIError: toSentence, _unstableFormatValidationErrors: toFieldErrors } =
    useAPIErrorHandler();
  return (error: Failure): { sentence: string; fields: Record<string, string> } => {
    if (!('name' in error) || !isBaseQueryError(error)) return { sentence: error.message ?? '', fields: {} };
    return {
      sentence: toSentence(error),
      fields: error.name === 'ValidationError' ? toFieldErrors(error) : {},
    };
  };
};

/** The host types faults by the form's fields; the server names fields too, and those that are not there show nowhere. */
const isOfForm = <Values extends object>(fields: object): fields is FormErrors<Values> =>
  Object.keys(fields).length > 0;

export interface OpenForm<Values extends object> {
  values: Values;
  /** whether there is something to save */
  modified: boolean;
  isSubmitting: boolean;
  set(field: keyof Values & string, value: unknown): void;
  /** by the path of the field, as the server names it */
  showFaults(fields: Record<string, string>): void;
}

const KeepFocus = ({ isSubmitting }: { isSubmitting: boolean }) => {
  useKeptFocus(isSubmitting);
  return null;
};

interface SaveFormProps<Values extends object> {
  initialValues: Values;
  /** for those who may look and not change */
  disabled?: boolean;
  /** Sends the values. May go to another page when they are saved. */
  save(values: Values): Promise<Outcome<Values>>;
  children(form: OpenForm<Values>): ReactNode;
}

/**
 * A form whose faults come from the server, each to its field and the first of them into focus, and whose unsaved
 * changes a wrong click does not lose.
 */
export const SaveForm = <Values extends object>({
  initialValues,
  disabled = false,
  save,
  children,
}: SaveFormProps<Values>) => {
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();
  return (
    <Form<Values>
      method="PUT"
      initialValues={initialValues}
      disabled={disabled}
      onSubmit={async (values, { setErrors, resetForm }) => {
        const outcome = await save(values);
        if ('saved' in outcome) {
          resetForm(outcome.saved);
          return;
        }
        const { sentence, fields } = readRefusal(outcome.error);
        if (isOfForm<Values>(fields)) setErrors(fields);
        toggleNotification({ type: 'danger', message: sentence });
      }}
    >
      {({ values, modified, isSubmitting, onChange, setErrors }) => (
        <>
          {children({
            values,
            modified,
            isSubmitting,
            set: onChange,
            showFaults: (fields) => isOfForm<Values>(fields) && setErrors(fields),
          })}
          <KeepFocus isSubmitting={isSubmitting} />
          <Blocker />
        </>
      )}
    </Form>
  );
};
