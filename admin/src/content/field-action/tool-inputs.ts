import type { ContentTool } from '../../../../contracts/content';
import type { FormField } from './form-fields';
import { readInputFields } from '../../components/inputs-form/input-fields';
import type { InputField, InputKind } from '../../components/inputs-form/input-fields';

const TEXTS: readonly FormField['kind'][] = ['string', 'text', 'richtext', 'blocks'];

/** What each kind of input can be filled from; the others can only be typed. */
const SOURCES: Partial<Record<InputKind, readonly FormField['kind'][]>> = {
  line: TEXTS,
  text: TEXTS,
  integer: ['number'],
  number: ['number'],
  boolean: ['boolean'],
};

/** The fields that can fill an input. */
export const sourcesFor = ({ kind }: InputField, fields: readonly FormField[]): FormField[] =>
  fields.filter((field) => SOURCES[kind]?.includes(field.kind));

/** The inputs that neither a field nor somebody who writes content can fill: lists and objects without a default. */
export const unfillableInputs = ({ input_schema: schema }: ContentTool): string[] =>
  readInputFields(schema)
    .filter(({ required, kind, fallback }) => required && kind === 'json' && fallback === undefined)
    .map(({ name }) => name);
