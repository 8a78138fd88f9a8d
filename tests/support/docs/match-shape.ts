const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a text is what a page prints of it, where `…` stands for whatever was left out. */
export const matchesText = (printed: string, actual: string): boolean =>
  new RegExp(`^${printed.split('…').map(escape).join('[\\s\\S]*')}$`).test(actual);

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

const isRecord = (value: unknown): value is Record<string, unknown> => kindOf(value) === 'object';

/** What is another one at each call. */
const OF_EACH_CALL = ['id', 'request_id'];

/**
 * What differs between the JSON that a page prints and what the site answered. Texts are equal, up to `…`; of numbers
 * only the kind counts, and of ids; a list has at least what is printed of it. A key `…` says that there are more.
 */
export const differences = (printed: unknown, actual: unknown, place = 'answer'): string[] => {
  if (kindOf(printed) !== kindOf(actual)) {
    return [`${place} is ${kindOf(actual)} (${JSON.stringify(actual)}), printed as ${kindOf(printed)}`];
  }
  if (Array.isArray(printed) && Array.isArray(actual)) {
    return printed.flatMap((item, index) => {
      const faults = actual.map((other) => differences(item, other, `${place}[${index}]`));
      return faults.some((list) => list.length === 0) ? [] : (faults[index] ?? [`${place} is shorter`]);
    });
  }
  if (isRecord(printed) && isRecord(actual)) {
    const names = Object.keys(printed).filter((name) => name !== '…');
    const missing = names.filter((name) => !Object.hasOwn(actual, name));
    const more = '…' in printed ? [] : Object.keys(actual).filter((name) => !names.includes(name));
    return [
      ...missing.map((name) => `${place}.${name} is printed, and is not there`),
      ...more.map((name) => `${place}.${name} is there, and is not printed`),
      ...names
        .filter((name) => Object.hasOwn(actual, name) && !OF_EACH_CALL.includes(name))
        .flatMap((name) => differences(printed[name], actual[name], `${place}.${name}`)),
    ];
  }
  if (typeof printed === 'string' && typeof actual === 'string') {
    return matchesText(printed, actual)
      ? []
      : [`${place} is ${JSON.stringify(actual)}, printed as ${printed}`];
  }
  if (typeof printed === 'boolean' && printed !== actual) return [`${place} is ${String(actual)}`];
  return [];
};
