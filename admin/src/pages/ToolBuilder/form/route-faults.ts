import type { ToolFault } from '../../../../../contracts/tool-fields';
import type { ToolValues } from './tool-values';

export interface RoutedFaults {
  /** by the field on the screen that they belong to; several of one field are one text */
  fields: Record<string, string>;
  /** those of the inputs, whose own part shows them */
  inputs: ToolFault[];
  /** those that no field shows */
  elsewhere: ToolFault[];
}

const PLAIN_FIELDS = [
  'name',
  'slug',
  'description',
  'provider',
  'method',
  'model',
  'prompt_template',
  'system_instruction',
  'temperature',
  'max_tokens',
  'top_p',
  'top_k',
  'stop',
  'functions',
  'response_schema',
  'rate_limit',
  'rate_limit_per_caller',
  'cache_duration',
  'budget_usd',
  'fallbacks',
  'enabled',
] as const satisfies readonly (keyof ToolValues)[];

/** Every field that the form shows for these values, rows included. */
export const shownFields = ({
  functions,
  fallbacks,
}: Pick<ToolValues, 'functions' | 'fallbacks'>): string[] => [
  ...PLAIN_FIELDS,
  ...functions.flatMap((_row, index) =>
    ['name', 'description', 'parameters'].map((part) => `functions[${index}].${part}`),
  ),
  ...fallbacks.flatMap((_row, index) => ['provider', 'model'].map((part) => `fallbacks[${index}].${part}`)),
];

/** Whether a path is another, or lies within it. */
const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(outer) && /^($|[.[])/.test(path.slice(outer.length));

/** Brings each fault to the nearest field that is on the screen, with the rest of its path in its text. */
export const routeFaults = (faults: readonly ToolFault[], shown: readonly string[]): RoutedFaults => {
  const routed: RoutedFaults = { fields: {}, inputs: [], elsewhere: [] };
  for (const fault of faults) {
    if (isWithin(fault.field, 'input_schema')) {
      routed.inputs.push(fault);
      continue;
    }
    const [nearest] = shown
      .filter((field) => isWithin(fault.field, field))
      .sort((one, other) => other.length - one.length);
    if (nearest === undefined) {
      routed.elsewhere.push(fault);
      continue;
    }
    const rest = fault.field.slice(nearest.length).replace(/^\./, '');
    const message = rest ? `${rest}: ${fault.message}` : fault.message;
    const before = routed.fields[nearest];
    routed.fields[nearest] = before === undefined ? message : `${before} ${message}`;
  }
  return routed;
};
