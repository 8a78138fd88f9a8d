import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Completion } from '../../../contracts/completion';
import { inputsOf, readPath } from '../../../contracts/content-fields';
import type { WritableField } from '../../../contracts/content-fields';
import { fieldOfText } from '../../../contracts/content-values';
import type { ErrorBody } from '../../../contracts/errors';
import { bulkError } from '../engine/bulk-error';
import { storableText } from '../engine/storable';
import { faultCode, isFaultOfRow } from '../stores/database-faults';
import { toCaller } from './administrators';
import type { Administrator } from './administrators';
import { readEntries, refusalOfEntry } from './bulk-entries';
import type { Entry } from './bulk-entries';
import type { CheckedAssignment } from './bulk-order';
import { getService } from './get-service';

/** What the log calls a run of a tool that is one of many. */
export const BULK_SOURCE = 'bulk';

/** The host's column for a `string` takes no more, on most databases. */
const MOST_OF_LINE = 255;

export const NO_DRAFT = 'There is no such entry any more, or none in this language.';

/** One entry, if it is there and the administrator may do this to it. */
export const findEntry = async (
  strapi: Core.Strapi,
  checked: CheckedAssignment,
  documentId: string,
): Promise<{ entry: Entry } | { refusal: string }> => {
  const { locale } = checked.assignment;
  for await (const { entry } of readEntries(strapi, { ...checked, locale }, [documentId])) {
    if (!entry) break;
    const refusal = refusalOfEntry(checked.checker, checked.use, entry);
    return refusal === null ? { entry } : { refusal };
  }
  return { refusal: NO_DRAFT };
};

export interface Answer {
  /** what the field held when it was read */
  read: unknown;
  /** what it is to hold */
  value: unknown;
  text: string;
  costUsd: number | null;
}

const toValue = (text: string, field: WritableField): { value: unknown } | { error: ErrorBody } => {
  const value = fieldOfText(text, field.kind);
  if (field.kind !== 'string' || String(value).length <= MOST_OF_LINE) return { value };
  return {
    error: bulkError(
      `The answer has ${String(value).length} characters, and the field "${field.path}" takes ${MOST_OF_LINE}.`,
    ),
  };
};

const textOf = ({ choices }: Completion): string => storableText(choices[0].message.content ?? '');

/** Runs the tool on an entry, and writes nothing. `costUsd` is undefined when nothing was answered. */
export const answerFor = async (
  strapi: Core.Strapi,
  { assignment, use }: CheckedAssignment,
  { values }: Entry,
  { administrator, signal }: { administrator: Administrator; signal?: AbortSignal },
): Promise<Answer | { error: ErrorBody; costUsd?: number | null }> => {
  const completion = await getService(strapi, 'execute').executeTool(
    assignment.tool,
    inputsOf(assignment, values),
    { source: BULK_SOURCE, caller: toCaller(administrator), ...(signal && { signal }) },
  );
  if ('error' in completion) return { error: completion.error };
  const text = textOf(completion);
  const costUsd = completion.meta.cost_usd;
  if (text.trim() === '') {
    return { error: bulkError('The answer has no text.', 'empty_completion'), costUsd };
  }
  const outcome = toValue(text, use.target);
  if ('error' in outcome) return { ...outcome, costUsd };
  return { read: readPath(values, use.target.path) ?? null, value: outcome.value, text, costUsd };
};

/** Why an entry did not take a value, in words for the person who can act; null for what is no fault of the value. */
export const refusalOfValue = (error: unknown): string | null => {
  if (error instanceof errors.ApplicationError) return `The site refuses the value: ${error.message}`;
  return isFaultOfRow(error) ? `The database does not take the value (${faultCode(error)}).` : null;
};
