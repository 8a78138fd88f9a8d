import { describeFault } from './input-faults';
import { isJsonObject } from '../../../contracts/json-object';
import { createAjv } from './json-schema';
import type { JsonObject } from '../../../contracts/json-object';

/** The schema that the answer of a tool has to fit. */
export interface ResponseSchema {
  schema: JsonObject;
  /** The parsed answer, or what is wrong with it, in words for the model. */
  read(text: string): { parsed: unknown } | { faults: string };
}

const MAX_FAULTS = 20;

// models that are only asked for JSON in words like to wrap it up
const FENCE = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/i;

const parse = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(FENCE.exec(text)?.[1] ?? text) };
  } catch {
    return null;
  }
};

/** Compiles a response schema; throws an Error whose message is meant for its author. */
export const compileResponseSchema = (schema: unknown): ResponseSchema => {
  if (!isJsonObject(schema)) throw new Error('must be a JSON object');
  if (schema.$async !== undefined) throw new Error('"$async" is not supported');
  const { $schema: _dialect, ...rest } = schema;
  const validate = createAjv({ useDefaults: false }).compile(rest);
  return {
    schema: rest,
    read: (text) => {
      const answer = parse(text);
      if (answer === null) return { faults: 'It is not JSON.' };
      if (validate(answer.value)) return { parsed: answer.value };
      const faults = (validate.errors ?? []).slice(0, MAX_FAULTS).map((error) => {
        const { input, message } = describeFault(error, []);
        return input === '' ? message : `"${input}" ${message}`;
      });
      return { faults: faults.join(' ') };
    },
  };
};

/** For models that cannot be held to a schema: the prompt, with the schema in words. */
export const askForJson = (prompt: string, { schema }: ResponseSchema): string =>
  `${prompt}\n\nAnswer with JSON only, without any other text. It has to fit this JSON Schema:\n${JSON.stringify(schema)}`;

/** The second try: what was said, and what is wrong with it. */
export const askForRepair = (prompt: string, answer: string, faults: string): string =>
  `${prompt}\n\nYou answered:\n${answer}\n\nThis is not what was asked for. ${faults}\nAnswer again with the corrected JSON only.`;
