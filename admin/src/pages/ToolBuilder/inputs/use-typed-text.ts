import * as React from 'react';
import { toText } from './json-object';

interface TypedText<Value> {
  value: Value;
  write(value: Value): string;
  /** what the text says, or why it says nothing that can be kept */
  read(text: string): { value: Value } | { fault: string };
  onChange(value: Value): void;
}

/**
 * The text of a field whose value is not a text. What is typed stays as it was typed, also while it cannot be read;
 * when the value is changed from elsewhere, the text follows.
 */
export const useTypedText = <Value>({ value, write, read, onChange }: TypedText<Value>) => {
  const [typed, setTyped] = React.useState<{ text: string; fault: string | null; holds: string } | null>(
    null,
  );
  const current = toText(value);
  const valid = typed?.holds === current ? typed : null;
  // what could not be read may be readable by now: another type, or a name that has become free
  const reading = valid && valid.fault !== null ? read(valid.text) : null;
  const type = (text: string): void => {
    const next = read(text);
    if ('fault' in next) {
      setTyped({ text, fault: next.fault, holds: current });
      return;
    }
    const holds = toText(next.value);
    setTyped({ text, fault: null, holds });
    if (holds !== current) onChange(next.value);
  };
  React.useEffect(() => {
    if (valid && reading && 'value' in reading) type(valid.text);
  });
  return {
    text: valid ? valid.text : write(value),
    /** whether this is what was typed here, and not what was made of the value */
    isTyped: valid !== null,
    fault: reading && 'fault' in reading ? reading.fault : null,
    type,
  };
};
