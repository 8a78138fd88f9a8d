import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Completion } from '../../../contracts/completion';
import { inputsOf, readPath } from '../../../contracts/content-fields';
import type { WritableField } from '../../../contracts/content-fields';
import { fieldOfText } from '../../../contracts/content-values';
import type { ErrorBody, ErrorReply } from '../../../contracts/errors';
import { bulkError } from '../engine/bulk-error';
import { createExecute } from '../engine/execute';
import type { RunRequest } from '../engine/run';
import { storableText } from '../engine/storable';
import { toCaller } from './administrators';
import type { Administrator } from './administrators';
import { readEntries, refusalOfEntry } from './bulk-entries';
import type { Entry } from './bulk-entries';
import type { CheckedAssignment } from './bulk-order';
import { getService } from './get-service';

/** What the log calls a run of a tool that is one of many. */
const BULK_SOURCE = 'bulk';

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
  costMicros: number | null;
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

/** Runs a tool as everybody does; tells also what a run has cost that failed, which only its log row knows. */
const runTool = async (
  strapi: Core.Strapi,
  request: Pick<RunRequest, 'slug' | 'inputs' | 'caller' | 'signal'>,
): Promise<{ answer: Completion | ErrorReply; costMicros: number | null }> => {
  const { dependencies } = getService(strapi, 'execute');
  let costMicros: number | null = null;
  const run = createExecute({
    ...dependencies,
    record: (row) => {
      // a failure has a cost where an answer came that was of no use
      costMicros = row.error_code === null ? row.cost_micros : (row.cost_micros ?? 0);
      return dependencies.record(row);
    },
  });
  const answer = await run({ requestId: randomUUID(), source: BULK_SOURCE, ...request });
  return { answer, costMicros };
};

/** Runs the tool on an entry, and writes nothing. The cost is in millionths of a dollar; null when it is not known. */
export const answerFor = async (
  strapi: Core.Strapi,
  { assignment, use }: CheckedAssignment,
  { values }: Entry,
  { administrator, signal }: { administrator: Administrator; signal: AbortSignal },
): Promise<Answer | { error: ErrorBody; costMicros: number | null }> => {
  const { answer, costMicros } = await runTool(strapi, {
    slug: assignment.tool,
    inputs: inputsOf(assignment, values),
    caller: toCaller(administrator),
    signal,
  });
  if ('error' in answer) return { error: answer.error, costMicros };
  const text = textOf(answer);
  if (text.trim() === '') {
    return { error: bulkError('The answer has no text.', 'empty_completion'), costMicros };
  }
  const outcome = toValue(text, use.target);
  if ('error' in outcome) return { ...outcome, costMicros };
  return { read: readPath(values, use.target.path) ?? null, value: outcome.value, costMicros };
};
