import type { ErrorObject } from 'ajv';
import { closest, distance } from 'fastest-levenshtein';
import type { InputFault } from '../../../contracts/errors';

const inputPath = (error: ErrorObject): string => {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part),
    '',
  );
};

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name);

const nameOfType = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** The nearest of `names`, unless it is so far off that naming it would only confuse. */
const nearestName = (name: string, names: readonly string[]): string | null => {
  if (names.length === 0) return null;
  const nearest = closest(name, names);
  return distance(name, nearest) <= Math.max(2, Math.ceil(nearest.length / 3)) ? nearest : null;
};

/** One fault of the caller, in words that say what to send instead. `names` are the tool's inputs. */
export const describeFault = (error: ErrorObject, names: readonly string[]): InputFault => {
  const path = inputPath(error);
  switch (error.keyword) {
    case 'required':
      return { input: join(path, error.params.missingProperty), message: 'is required.' };
    case 'additionalProperties': {
      const unknown: string = error.params.additionalProperty;
      const nearest = path ? null : nearestName(unknown, names);
      const known = names.length > 0 ? `it takes ${names.join(', ')}` : 'it takes no inputs';
      return {
        input: join(path, unknown),
        message: `is not an input of this tool; ${nearest ? `did you mean "${nearest}"?` : `${known}.`}`,
      };
    }
    case 'type': {
      const wanted = String(error.params.type).split(',').join(' or ');
      return { input: path, message: `must be of type ${wanted}, not ${nameOfType(error.data)}.` };
    }
    case 'enum': {
      const allowed: unknown[] = error.params.allowedValues;
      return {
        input: path,
        message: `must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}.`,
      };
    }
    default:
      return { input: path, message: `${error.message ?? 'is not valid'}.` };
  }
};
