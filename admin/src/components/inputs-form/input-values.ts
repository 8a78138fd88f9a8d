import type { InputField } from './input-fields';

/**
 * What stands in the form, as text and by the names of the inputs: it outlives a change of the schema, which may give an
 * input another control.
 */
export type TypedInputs = Record<string, string>;

const parse = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A value as text: a string as it is, anything else as JSON. */
export const toText = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
};

/** A value as its control shows it. */
const toTyped = ({ kind }: InputField, value: unknown): string => {
  if (value === undefined) return '';
  return kind === 'json' || kind === 'choice' ? JSON.stringify(value, null, 2) : toText(value);
};

/** What the form shows of given inputs; those that the schema does not know are left out. */
export const typeInputs = (fields: readonly InputField[], inputs: Record<string, unknown>): TypedInputs =>
  Object.fromEntries(
    fields
      .filter(({ name }) => Object.hasOwn(inputs, name))
      .map((field) => [field.name, toTyped(field, inputs[field.name])]),
  );

/** The choice that a text stands for, which may have been typed when the input was no choice yet. */
export const findChoice = (
  { choices }: Pick<InputField, 'choices'>,
  typed: string,
): { value: unknown } | null => {
  const parsed = parse(typed);
  const chosen = choices.find((choice) => (parsed && same(choice, parsed.value)) || choice === typed);
  return chosen === undefined ? null : { value: chosen };
};

/** The number that a text stands for; null when it is none. */
export const readNumber = (typed: string): number | null => {
  const number = typed.trim() === '' ? NaN : Number(typed);
  return Number.isFinite(number) ? number : null;
};

/** `unreadable` is JSON that is not finished; null is an input that is left out. */
const readTyped = (field: InputField, typed: string): { value: unknown } | 'unreadable' | null => {
  if (typed === '') return null;
  switch (field.kind) {
    case 'line':
    case 'text':
      return { value: typed };
    case 'integer':
    case 'number': {
      const value = readNumber(typed);
      return value === null ? null : { value };
    }
    case 'boolean':
      return typed === 'true' || typed === 'false' ? { value: typed === 'true' } : null;
    case 'choice':
      return findChoice(field, typed);
    case 'json':
      return typed.trim() === '' ? null : (parse(typed) ?? 'unreadable');
  }
};

export interface ReadInputs {
  inputs: Record<string, unknown>;
  /** names of the inputs that should be JSON and are not */
  unreadable: string[];
}

/** The inputs that a form stands for. What is empty is left out, so that its default holds. */
export const readInputs = (fields: readonly InputField[], typed: TypedInputs): ReadInputs => {
  const entries: [string, unknown][] = [];
  const unreadable: string[] = [];
  for (const field of fields) {
    const outcome = readTyped(field, Object.hasOwn(typed, field.name) ? (typed[field.name] ?? '') : '');
    if (outcome === 'unreadable') unreadable.push(field.name);
    else if (outcome) entries.push([field.name, outcome.value]);
  }
  return { inputs: Object.fromEntries(entries), unreadable };
};
