import type { ToolFault } from '../../../../../contracts/tool-fields';

const PROPERTIES = 'input_schema.properties.';
const FIELDS = ['name', 'type', 'description', 'default', 'enum', 'required'] as const;

/** What the server says about an input, by the field of its row; under `row` what belongs to none of them. */
export type RowFaults = Partial<Record<(typeof FIELDS)[number] | 'row', string>>;

const NONE: RowFaults = {};

/** What a fault of one field of an input is told under. */
export const faultField = (name: string, field: (typeof FIELDS)[number]): string =>
  `${PROPERTIES}${name}.${field}`;

/** The part of a fault's path behind the input's name; null when it is about something else. */
const pathWithin = (field: string, name: string): string | null => {
  const start = PROPERTIES + name;
  if (field === start) return '';
  return field.startsWith(`${start}.`) || field.startsWith(`${start}[`)
    ? field.slice(start.length + 1)
    : null;
};

const fieldOf = (path: string): keyof RowFaults =>
  FIELDS.find((field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)) ??
  'row';

/** Faults by the input that they are about, and those about none. */
export const sortFaults = (
  faults: readonly ToolFault[],
  names: readonly string[],
): { of(name: string): RowFaults; others: string[] } => {
  const byName = new Map<string, RowFaults>();
  const others: string[] = [];
  for (const { field, message } of faults) {
    const name = names.find((candidate) => pathWithin(field, candidate) !== null);
    if (name === undefined) others.push(message);
    else {
      const place = fieldOf(pathWithin(field, name) ?? '');
      const known = byName.get(name) ?? {};
      byName.set(name, { ...known, [place]: known[place] ? `${known[place]} ${message}` : message });
    }
  }
  // always the same one, so that a row without faults has nothing to draw anew
  return { of: (name) => byName.get(name) ?? NONE, others };
};
