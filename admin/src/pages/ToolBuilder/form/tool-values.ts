import type {
  ToolDraft,
  ToolExample,
  ToolFault,
  ToolFieldValues,
  ToolFunction,
} from '../../../../../contracts/tool-fields';
import { readJson, writeJson } from './json-text';
import { readStop, writeStop } from './stop-text';

export interface FunctionValues {
  name: string | null;
  description: string | null;
  /** JSON as it is typed */
  parameters: string;
}

export interface FallbackValues {
  provider: string | null;
  model: string | null;
}

/**
 * What the form of a tool holds. JSON is held as text: it can be wrong for a while without being lost, and the order of
 * its keys, which is that of the inputs, counts as a change.
 */
export interface ToolValues {
  name: string | null;
  /** null while it follows from the name */
  slug: string | null;
  description: string | null;
  provider: string | null;
  method: string | null;
  input_schema: string;
  /** what is typed in the part of the inputs and cannot be kept: it is not lost, and stands in the way of saving */
  unkept_inputs: readonly ToolFault[];
  prompt_template: string;
  system_instruction: string | null;
  model: string | null;
  temperature: number | null;
  max_tokens: number | null;
  top_p: number | null;
  top_k: number | null;
  /** a sequence each line */
  stop: string | null;
  functions: readonly FunctionValues[];
  /** JSON as it is typed; null for an answer that is free text */
  response_schema: string | null;
  rate_limit: number | null;
  rate_limit_per_caller: number | null;
  cache_duration: number | null;
  budget_usd: number | null;
  fallbacks: readonly FallbackValues[];
  examples: readonly ToolExample[];
  enabled: boolean;
}

/** The fields that are a tool's own. */
export type ToolValueField = Exclude<keyof ToolValues, 'unkept_inputs'>;

/** A field that holds text which is no JSON object. */
export interface UnreadableField {
  field: string;
  problem: 'no-json' | 'no-object';
}

export const toValues = (fields: ToolFieldValues): ToolValues => ({
  ...fields,
  slug: fields.slug || null,
  input_schema: JSON.stringify(fields.input_schema),
  unkept_inputs: [],
  stop: writeStop(fields.stop) || null,
  functions: (fields.functions ?? []).map(({ parameters, ...rest }) => ({
    ...rest,
    parameters: writeJson(parameters),
  })),
  response_schema: writeJson(fields.response_schema) || null,
  fallbacks: fields.fallbacks ?? [],
  examples: fields.examples ?? [],
});

/** In place of parameters that cannot be read, so that the rest of the functions can be checked. */
const NO_PARAMETERS = { type: 'object', properties: {} };

const orNull = <Item>(list: readonly Item[]): Item[] | null => (list.length > 0 ? [...list] : null);

const toFields = ({
  unkept_inputs: _unkept,
  ...values
}: ToolValues): { fields: ToolDraft; unreadable: UnreadableField[] } => {
  const unreadable: UnreadableField[] = [];
  const read = (
    field: string,
    json: string,
    otherwise: Record<string, unknown> | null = null,
  ): Record<string, unknown> | null => {
    const result = readJson(json);
    if ('value' in result) return result.value;
    unreadable.push({ field, problem: result.problem });
    return otherwise;
  };
  const functions = values.functions.map(({ name, description, parameters }, index): ToolFunction => ({
    name: name ?? '',
    description: description ?? '',
    parameters: read(`functions[${index}].parameters`, parameters, NO_PARAMETERS) ?? {},
  }));
  const fallbacks = values.fallbacks.map(({ provider, model }) => ({
    provider: provider ?? '',
    model: model ?? '',
  }));
  const fields: ToolDraft = {
    ...values,
    input_schema: read('input_schema', values.input_schema),
    stop: readStop(values.stop ?? ''),
    functions: orNull(functions),
    response_schema: read('response_schema', values.response_schema ?? ''),
    fallbacks: orNull(fallbacks),
    examples: orNull(values.examples),
  };
  return { fields, unreadable };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const keysOf = (values: ToolValues): ToolValueField[] =>
  Object.keys(values).filter((key): key is ToolValueField => key !== 'unkept_inputs');

/** The fields that hold something else than before. */
const changedFields = (values: ToolValues, before: ToolValues): ToolValueField[] =>
  keysOf(values).filter((field) => !isSame(values[field], before[field]));

/**
 * The whole tool as it stands in the form. A field that nobody touched is exactly what it was, and text that is no JSON is
 * told, with what was there before in its place.
 */
export const toDraft = (
  values: ToolValues,
  before: ToolFieldValues,
): { draft: ToolDraft; unreadable: UnreadableField[] } => {
  const changed = changedFields(values, toValues(before));
  const { fields, unreadable } = toFields(values);
  const typed = changed.filter((name) => !unreadable.some(({ field }) => field === name));
  return {
    draft: { ...before, ...Object.fromEntries(typed.map((field) => [field, fields[field]])) },
    unreadable: unreadable.filter(({ field }) => changed.some((name) => field.startsWith(name))),
  };
};

/** What somebody has changed, as the server takes it: everything else stays as it is. */
export const toChanges = (values: ToolValues, before: ToolFieldValues): ToolDraft => {
  const { draft } = toDraft(values, before);
  const changed = changedFields(values, toValues(before));
  return Object.fromEntries(changed.map((field) => [field, draft[field]]));
};

/** A new tool as the server takes it: without what nobody set. */
export const toNewTool = (draft: ToolDraft): ToolDraft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== ''));
