import { isJsonObject } from './json-object';

type Json = Record<string, unknown>;

/** One text of each format that an input may have. */
export const FORMAT_SAMPLES: Partial<Record<string, string>> = {
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  hostname: 'example.com',
};

/** A sample that would be longer than anybody reads helps nobody, and a schema may ask for a billion. */
const LONGEST_TEXT = 2000;
const MOST_ITEMS = 20;

const sampleText = (name: string, schema: Json): string => {
  const format = typeof schema.format === 'string' ? FORMAT_SAMPLES[schema.format] : undefined;
  if (format !== undefined) return format;
  const text =
    typeof schema.description === 'string' && schema.description !== '' ? schema.description : name;
  const shortest = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const longest = typeof schema.maxLength === 'number' ? schema.maxLength : Infinity;
  return text.padEnd(Math.min(shortest, LONGEST_TEXT), '.').slice(0, longest);
};

const sampleNumber = ({ minimum, exclusiveMinimum, maximum, multipleOf }: Json): number => {
  if (typeof minimum === 'number') return minimum;
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + step;
  return typeof maximum === 'number' ? Math.min(step, maximum) : step;
};

const isRequired = (name: string, property: unknown, { required }: Json): boolean =>
  (Array.isArray(required) && required.includes(name)) ||
  (isJsonObject(property) && property.required === true);

/** Whatever is required, and without that, what there is. */
const sampleObject = (schema: Json): Json => {
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const required = properties.filter(([name, property]) => isRequired(name, property, schema));
  const shown = required.length > 0 ? required : properties;
  return Object.fromEntries(shown.map(([name, property]) => [name, sampleValue(name, property)]));
};

const sampleValue = (name: string, schema: unknown): unknown => {
  if (!isJsonObject(schema)) return name;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  const [choice] = [schema.anyOf, schema.oneOf].filter(Array.isArray).flat();
  if (choice !== undefined) return sampleValue(name, choice);
  const types: unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  switch (types[0]) {
    case 'object':
      return sampleObject(schema);
    case 'array': {
      const wanted = typeof schema.minItems === 'number' ? schema.minItems : 1;
      const count = Math.min(Math.max(1, wanted), MOST_ITEMS);
      return Array.from({ length: count }, () => sampleValue(name, schema.items));
    }
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleText(name, schema);
  }
};

/**
 * Inputs that fit a tool's schema as far as its plain words go; patterns and references are not followed. Only those
 * that are required, so that a snippet stays short.
 */
export const sampleInputs = (schema: Json): Json => sampleObject(schema);
