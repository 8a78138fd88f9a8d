import type { Path } from './render-places';

export interface Replacement {
  path: Path;
  value: unknown;
}

const copyOf = (value: object): object => (Array.isArray(value) ? [...value] : { ...value });

/**
 * An answer with some of its values replaced. What leads to them is copied, each once; the rest is shared, and what was
 * given is left as it was: it may be somebody's who keeps it.
 */
export const replaceIn = (answer: unknown, replacements: readonly Replacement[]): unknown => {
  const copies = new Set<unknown>();
  const own = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || copies.has(value)) return value;
    const copy = copyOf(value);
    copies.add(copy);
    return copy;
  };

  const root = { answer };
  for (const { path, value } of replacements) {
    let holder: object = root;
    let key: string | number = 'answer';
    for (const step of path) {
      const next = own(Reflect.get(holder, key));
      if (typeof next !== 'object' || next === null) throw new Error(`${path.join('.')} leads nowhere`);
      Reflect.set(holder, key, next);
      [holder, key] = [next, step];
    }
    Reflect.set(holder, key, value);
  }
  return root.answer;
};
