type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sampleText = (schema: Schema): string => {
  const wanted = typeof schema.minLength === 'number' ? schema.minLength : 0;
  return 'sample'.padEnd(wanted, '.');
};

const sampleObject = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(isSchema(schema.properties) ? schema.properties : {}).map(([name, property]) => [
      name,
      sampleJson(property),
    ]),
  );

/** A value that fits a JSON Schema as far as its plain words go; patterns, formats and references are not followed. */
export const sampleJson = (schema: unknown): unknown => {
  if (!isSchema(schema)) return null;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return sampleObject(schema);
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () =>
        sampleJson(schema.items),
      );
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
};
