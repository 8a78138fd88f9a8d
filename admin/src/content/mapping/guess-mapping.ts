import type { ContentMapping } from '../../../../contracts/content';
import { isWritable } from '../../../../contracts/content-fields';
import type { ContentField, WritableField } from '../../../../contracts/content-fields';
import type { InputField } from '../../components/inputs-form/input-fields';

/** Names that tools give to the text that they work on. */
const TEXT_NAMES = ['content', 'text', 'body', 'article', 'input', 'document', 'story'];
/** What the text of an entry usually is in, most usual first. */
const LONG_KINDS = ['richtext', 'blocks', 'text'];

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Whether a value of this field can be a value of this input. */
export const fitsInput = (field: ContentField, { kind }: Pick<InputField, 'kind'>): boolean => {
  switch (kind) {
    case 'line':
    case 'text':
      return field.kind !== 'boolean';
    case 'choice':
      return isWritable(field);
    case 'integer':
    case 'number':
      return field.kind === 'number';
    case 'boolean':
      return field.kind === 'boolean';
    case 'json':
      return false;
  }
};

const sameName = (fields: readonly ContentField[], name: string): ContentField | undefined =>
  fields.find(({ path }) => lastName(path) === name.toLowerCase());

const longest = (fields: readonly ContentField[]): ContentField | undefined =>
  LONG_KINDS.flatMap((kind) => fields.filter((field) => field.kind === kind))[0];

/** The field that an input probably comes from: one of its name, or the text of the entry. */
const guessSource = (input: InputField, fields: readonly ContentField[]): ContentField | undefined => {
  const fitting = fields.filter((field) => fitsInput(field, input));
  const named = sameName(fitting, input.name);
  if (named || !TEXT_NAMES.includes(input.name.toLowerCase())) return named;
  return longest(fitting);
};

/**
 * A mapping for a tool that nobody has used on this type: inputs from fields of their names, the text from where the
 * type has one, and the result to the field that the tool is named after.
 */
export const guessMapping = (
  slug: string,
  inputs: readonly InputField[],
  fields: readonly ContentField[],
  targets: readonly WritableField[],
): ContentMapping => {
  const sources = inputs.flatMap((input) => {
    const field = guessSource(input, fields);
    return field ? [[input.name, { field: field.path }] as const] : [];
  });
  const read = sources.map(([, { field }]) => field);
  const target = targets.find(
    // "summarize" and "summary" have this much in common
    ({ path }) => !read.includes(path) && slug.toLowerCase().includes(lastName(path).slice(0, 5)),
  );
  return { inputs: Object.fromEntries(sources), target: target?.path ?? null };
};
