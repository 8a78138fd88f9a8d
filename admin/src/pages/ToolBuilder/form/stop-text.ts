const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const ESCAPED: Record<string, string> = { '\\': '\\', n: '\n', r: '\r', t: '\t' };

/** Stop sequences a line each; a line break within one is written as `\n`, as models' own documentation does. */
export const writeStop = (stop: readonly string[] | null): string =>
  (stop ?? []).map((sequence) => sequence.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char)).join('\n');

export const readStop = (text: string): string[] | null => {
  const sequences = text
    .split('\n')
    .filter((line) => line !== '')
    // a backslash before anything else is only a backslash
    .map((line) => line.replace(/\\([\\nrt])/g, (_all, char: string) => ESCAPED[char] ?? char));
  return sequences.length > 0 ? sequences : null;
};
