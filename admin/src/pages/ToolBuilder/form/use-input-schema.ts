import * as React from 'react';
import { inputsOf } from './inputs-of';
import { readJson } from './json-text';

type Schema = Record<string, unknown>;

const EMPTY: Schema = {};

/** The inputs' schema, which the form holds as text. What the editor has made is given back to it as the same object. */
export const useInputSchema = (json: string, set: (field: string, value: unknown) => void) => {
  const made = React.useRef<{ json: string; schema: Schema } | null>(null);
  const latestSet = React.useRef(set);
  latestSet.current = set;

  const schema = React.useMemo(() => {
    if (made.current?.json === json) return made.current.schema;
    const read = readJson(json);
    return 'value' in read && read.value ? read.value : EMPTY;
  }, [json]);

  const setSchema = React.useCallback((next: Schema) => {
    made.current = { json: JSON.stringify(next), schema: next };
    latestSet.current('input_schema', made.current.json);
  }, []);

  // what only follows the inputs, such as a button for each beside the prompt, must not hold up who types in one
  const followed = React.useDeferredValue(schema);
  return { schema, inputs: React.useMemo(() => inputsOf(followed), [followed]), setSchema };
};
