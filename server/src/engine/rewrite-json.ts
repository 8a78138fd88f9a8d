/** More than a tool's inputs need, and less than the 32 levels beyond which MariaDB takes it for no JSON. */
const MAX_DEPTH = 30;

export const TOO_DEEP = '[nested too deep]';

interface Rewriting {
  text(text: string): string;
  number?(value: number): unknown;
}

/**
 * The same JSON with every text, names included, as `rewriting` has it. Whoever sends it decides how deep it is: what is
 * too deep is left out, with a mark. Throws on what holds itself, which is no JSON.
 */
export const rewriteJson = (source: unknown, rewriting: Rewriting): unknown => {
  const around = new Set<object>();
  const rewrite = (value: unknown): unknown => {
    if (typeof value === 'string') return rewriting.text(value);
    if (typeof value === 'number') return rewriting.number ? rewriting.number(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    // going on would come by the same values in as many orders as there are
    if (around.has(value)) throw new TypeError('An object that holds itself is no JSON');
    if (around.size === MAX_DEPTH) return TOO_DEEP;
    around.add(value);
    const rest = Array.isArray(value)
      ? value.map(rewrite)
      : Object.fromEntries(
          Object.entries(value).map(([name, entry]) => [rewriting.text(name), rewrite(entry)]),
        );
    around.delete(value);
    return rest;
  };
  return rewrite(source);
};
