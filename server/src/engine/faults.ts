import type { z } from 'zod';

/** What is wrong with one field of a tool, a provider or the configuration. */
export interface Fault {
  /** a path such as `temperature` or `fallbacks[0].model` */
  field: string;
  message: string;
  /** tells an address that is refused from one that is mistyped */
  reason?: 'endpoint_not_allowed';
}

/** `['providers', 'openai', 'model']` → `providers.openai.model` */
const toFieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (field, part) =>
      typeof part === 'number' ? `${field}[${part}]` : field ? `${field}.${String(part)}` : String(part),
    '',
  );

/** Every issue of a zod error as a fault; an unknown key is a fault of its own, named by its key. */
export const toFaults = (error: z.ZodError): Fault[] =>
  error.issues.flatMap((issue): Fault[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: toFieldPath([...issue.path, key]),
        message: 'is not a known setting.',
      }));
    }
    // what is wrong with a name is told inside
    const issues = issue.code === 'invalid_key' ? issue.issues : [issue];
    return issues.map(({ message }) => ({ field: toFieldPath(issue.path), message: `${message}.` }));
  });

export const describeFaults = (faults: readonly Fault[]): string =>
  faults.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' ');
