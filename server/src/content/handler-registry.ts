/** What renders what, by name. */
export interface HandlerRegistry<Handler> {
  /** The second handler of a name takes the place of the first. Throws a TypeError for what cannot be registered. */
  register(name: string, handler: Handler): void;
  find(name: string): Handler | null;
  names(): ReadonlySet<string>;
}

/** `kind` and `rule` are for the words of an error, as in "shortcode" and "a letter first, …". */
export const createHandlerRegistry = <Handler extends (...given: never[]) => unknown>({
  kind,
  pattern,
  rule,
}: {
  kind: string;
  pattern: RegExp;
  rule: string;
}): HandlerRegistry<Handler> => {
  const handlers = new Map<string, Handler>();
  let names: ReadonlySet<string> = new Set();
  return {
    register: (name, handler) => {
      // a site's own code may be plain JavaScript
      if (typeof name !== 'string' || !pattern.test(name)) {
        throw new TypeError(`${JSON.stringify(name)} cannot be the name of a ${kind}: it takes ${rule}.`);
      }
      if (typeof handler !== 'function') {
        throw new TypeError(`The handler of the ${kind} "${name}" must be a function.`);
      }
      handlers.set(name, handler);
      names = new Set(handlers.keys());
    },
    find: (name) => handlers.get(name) ?? null,
    names: () => names,
  };
};
