import type { ContentMapping, ContentTool, InputSource } from '../../../../contracts/content';
import { readPath } from '../../../../contracts/content-fields';
import { textOfField } from '../../../../contracts/content-values';
import { readInputFields } from '../../components/inputs-form/input-fields';
import type { InputField } from '../../components/inputs-form/input-fields';
import { readInputs, typeInputs } from '../../components/inputs-form/input-values';
import { isWritableField } from './form-fields';
import type { FormField } from './form-fields';
import { isEmptyValue } from './insertion';
import { sourcesFor } from './tool-inputs';

/** Where an input comes from, as long as somebody still types. */
export type ChosenSource = { field: string } | { typed: string };

/** How somebody is about to use a tool. */
export interface ToolChoice {
  /** by the name of the input; what is not there is typed, and empty so far */
  sources: Record<string, ChosenSource>;
  target: string | null;
}

/** Inputs that are the text itself, in the languages of the panel. */
const CONTENT = /^(content|text|body|article|story|inhalt|artikel)$/;
/** How much of a word has to be the same for it to mean the same: summary, summarizer. */
const STEM = 5;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const lastStep = (path: string): string => plain(path.slice(path.lastIndexOf('.') + 1));

/** Long texts before short ones where there is nothing to measure yet. */
const LENGTH_RANK: Record<FormField['kind'], number> = {
  blocks: 3,
  richtext: 3,
  text: 2,
  string: 1,
  number: 0,
  boolean: 0,
};

const longestText = (fields: readonly FormField[], values: unknown): FormField | undefined => {
  const lengthOf = ({ path }: FormField): number => textOfField(readPath(values, path)).length;
  return [...fields].sort(
    (one, other) => LENGTH_RANK[other.kind] - LENGTH_RANK[one.kind] || lengthOf(other) - lengthOf(one),
  )[0];
};

/** A field with the name of the input, or else the text of the entry for an input that takes it. */
const guessSource = (
  input: InputField,
  inputs: readonly InputField[],
  fields: readonly FormField[],
  values: unknown,
) => {
  const sources = sourcesFor(input, fields);
  const namesake =
    sources.find(({ path }) => plain(path) === plain(input.name)) ??
    sources.find(({ path }) => lastStep(path) === plain(input.name));
  const texts = inputs.filter(({ required, kind }) => required && (kind === 'text' || kind === 'line'));
  const isContent = CONTENT.test(plain(input.name)) || (texts.length === 1 && texts[0] === input);
  if (!isContent) return namesake;
  // an empty field of that name would only be in the way of a text that is there
  const isFilled = namesake && textOfField(readPath(values, namesake.path)).trim() !== '';
  return isFilled ? namesake : (longestText(sources, values) ?? namesake);
};

/** A field that the tool is named after, or else the first empty one that it does not read. */
const guessTarget = (
  { slug, name }: ContentTool,
  sources: ToolChoice['sources'],
  fields: readonly FormField[],
  values: unknown,
): string | null => {
  const read = Object.values(sources).flatMap((source) => ('field' in source ? [source.field] : []));
  const free = fields.filter((field) => isWritableField(field) && !read.includes(field.path));
  const words = `${slug} ${name}`.toLowerCase().split(/[^a-z0-9]+/);
  const stems = words.filter((word) => word.length >= STEM).map((word) => word.slice(0, STEM));
  const named = free.find(({ path }) => stems.some((stem) => lastStep(path).startsWith(stem)));
  const empty = free.find(({ path }) => isEmptyValue(readPath(values, path)));
  return (named ?? empty)?.path ?? null;
};

/** How a tool was used last on this type, as far as that still fits; what nobody has chosen is guessed. */
export const firstChoice = (
  tool: ContentTool,
  remembered: ContentMapping | undefined,
  fields: readonly FormField[],
  values: unknown,
): ToolChoice => {
  const inputs = readInputFields(tool.input_schema);
  const sourceOf = (input: InputField): ChosenSource | null => {
    const known = Object.hasOwn(remembered?.inputs ?? {}, input.name)
      ? remembered?.inputs[input.name]
      : undefined;
    if (known && 'value' in known) {
      return { typed: typeInputs([input], { [input.name]: known.value })[input.name] ?? '' };
    }
    if (known && sourcesFor(input, fields).some(({ path }) => path === known.field)) return known;
    // an input that was left empty on purpose stays so
    if (remembered && !known) return null;
    const guess = guessSource(input, inputs, fields, values);
    return guess ? { field: guess.path } : null;
  };
  const sources = Object.fromEntries(
    inputs.flatMap((input) => {
      const source = sourceOf(input);
      return source ? [[input.name, source] as const] : [];
    }),
  );
  const isThere = fields.some((field) => isWritableField(field) && field.path === remembered?.target);
  const target = isThere ? remembered?.target : null;
  return { sources, target: target ?? guessTarget(tool, sources, fields, values) };
};

/** What the choice says to the server, and the names of inputs that should be JSON and are not. */
export const readChoice = (
  tool: ContentTool,
  { sources, target }: ToolChoice,
): { mapping: ContentMapping; unreadable: string[] } => {
  const inputs = readInputFields(tool.input_schema);
  const typed = Object.fromEntries(
    Object.entries(sources).flatMap(([name, source]) => ('typed' in source ? [[name, source.typed]] : [])),
  );
  const reading = readInputs(inputs, typed);
  const chosen = inputs.flatMap(({ name }): [string, InputSource][] => {
    const source = sources[name];
    if (source && 'field' in source) return [[name, source]];
    return Object.hasOwn(reading.inputs, name) ? [[name, { value: reading.inputs[name] }]] : [];
  });
  return { mapping: { inputs: Object.fromEntries(chosen), target }, unreadable: reading.unreadable };
};
