import { isJsonObject } from '../../../../../contracts/json-object';
import { toText, withKey, withoutKey } from './json-object';
import type { JsonObject } from '../../../../../contracts/json-object';

export const PROPERTY_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

const isPropertyType = (value: unknown): value is PropertyType =>
  PROPERTY_TYPES.some((type) => type === value);

/** The type that a row can offer for a property; null for what only JSON can say, such as a list of types. */
export const typeOf = (property: unknown): PropertyType | null => {
  if (!isJsonObject(property)) return null;
  const saysMore = ['anyOf', 'oneOf', 'allOf', '$ref', 'const', 'not', 'if'].some((word) => word in property);
  return !saysMore && isPropertyType(property.type) ? property.type : null;
};

/** Whether a value is of a type. */
export const fits = (value: unknown, type: PropertyType): boolean => {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
};

/** The value as one of the type, when it says the same: 100 and "100" do. Null when there is none. */
const convert = (value: unknown, type: PropertyType): { value: unknown } | null => {
  if (fits(value, type)) return { value };
  if (type === 'string') {
    return typeof value === 'number' || typeof value === 'boolean' ? { value: String(value) } : null;
  }
  if (typeof value !== 'string' || (type !== 'integer' && type !== 'number' && type !== 'boolean'))
    return null;
  const read: unknown = type === 'boolean' ? { true: true, false: false }[value] : Number(value);
  return fits(read, type) && String(read) === value ? { value: read } : null;
};

/** What could not be kept when a property got another type. */
export interface Dropped {
  /** absent where it was kept */
  default?: unknown;
  allowed: unknown[];
}

/**
 * Gives a property another type. Its default and its allowed values stay when they fit, or say the same as a value of
 * the new type; the others are told. Nothing else is touched.
 */
export const changeType = (
  property: JsonObject,
  type: PropertyType,
): { property: JsonObject; dropped: Dropped } => {
  const dropped: Dropped = { allowed: [] };
  let next = withKey(property, 'type', type);
  if ('default' in property) {
    const kept = convert(property.default, type);
    if (kept) next = withKey(next, 'default', kept.value);
    else {
      next = withoutKey(next, 'default');
      dropped.default = property.default;
    }
  }
  if (Array.isArray(property.enum)) {
    const values = property.enum.map((value: unknown) => ({ value, kept: convert(value, type) }));
    const kept = values.flatMap((entry) => (entry.kept ? [entry.kept.value] : []));
    dropped.allowed = values.filter((entry) => !entry.kept).map(({ value }) => value);
    // an empty list would allow nothing at all
    next =
      kept.length > 0 || dropped.allowed.length === 0
        ? withKey(next, 'enum', kept)
        : withoutKey(next, 'enum');
  }
  return { property: next, dropped };
};

/** What was dropped, as it stood in the schema. */
export const listDropped = ({ default: value, allowed }: Dropped): string[] =>
  [...(value === undefined ? [] : [value]), ...allowed].map(toText);

const SHOWN = ['type', 'description', 'default', 'enum'];

/** Keys of a property that its row does not show. */
export const unseenPropertyKeys = (property: unknown): string[] =>
  isJsonObject(property)
    ? Object.keys(property).filter(
        (key) => !SHOWN.includes(key) && !(key === 'required' && typeof property.required === 'boolean'),
      )
    : [];
