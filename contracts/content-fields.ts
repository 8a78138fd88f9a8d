import type { ContentMapping } from './content';
import { TEXT_FIELDS, textOfField } from './content-values';
import type { TextField } from './content-values';
import { isJsonObject } from './json-object';
import type { JsonObject } from './json-object';

const NUMBER_FIELDS = ['integer', 'decimal', 'float'];

/** As much of an attribute as the host tells the panel and the server alike. */
export interface FieldAttribute {
  type: string;
  component?: string;
  repeatable?: boolean;
  /** of a dynamic zone */
  components?: readonly string[];
}

/** The attributes of a content type or component, by name. */
export type FieldAttributes = Readonly<Record<string, FieldAttribute>>;

/** The components of the site, by uid. */
export type FieldComponents = Readonly<Record<string, { attributes: FieldAttributes } | undefined>>;

/** A field of an entry that a tool may have to do with. */
export interface ContentField {
  /** such as `title`, `seo.description`, or `quotes.0.words` where there is an entry to look at */
  path: string;
  /** `number` and `boolean` can only be read */
  kind: TextField | 'number' | 'boolean';
  /** the field as the permissions of the host name it: without places in lists, and a dynamic zone as one */
  permission: string;
}

const isTextField = (type: string): type is TextField => TEXT_FIELDS.some((field) => field === type);

const kindOf = (type: string): ContentField['kind'] | null => {
  if (isTextField(type)) return type;
  if (NUMBER_FIELDS.includes(type)) return 'number';
  return type === 'boolean' ? 'boolean' : null;
};

interface Walk {
  components: FieldComponents;
  path: string;
  permission: string;
  /** of the part that is looked at; undefined where there is no entry */
  values: unknown;
  inZone: boolean;
  /** the components around it, since one may hold itself */
  around: readonly string[];
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** One component: a single one, or one of a list. */
const inComponent = (uid: string, walk: Walk): ContentField[] => {
  const component = walk.components[uid];
  // an entry ends somewhere; a schema need not
  if (!component || (walk.values === undefined && walk.around.includes(uid))) return [];
  return inAttributes(component.attributes, { ...walk, around: [...walk.around, uid] });
};

const inAttribute = (name: string, attribute: FieldAttribute, around: Walk): ContentField[] => {
  const values = isJsonObject(around.values) ? (around.values[name] ?? undefined) : undefined;
  const permission = around.inZone ? around.permission : join(around.permission, name);
  const walk = { ...around, path: join(around.path, name), permission, values };
  const kind = kindOf(attribute.type);
  if (kind !== null) return [{ path: walk.path, kind, permission }];

  const items = Array.isArray(values) ? values : [];
  const inItems = (uidOf: (item: unknown) => unknown, inZone: boolean) =>
    items.flatMap((item, index) =>
      inComponent(String(uidOf(item)), { ...walk, path: `${walk.path}.${index}`, values: item, inZone }),
    );
  if (attribute.type === 'dynamiczone') {
    return inItems((item) => (isJsonObject(item) ? item.__component : undefined), true);
  }
  if (attribute.type !== 'component' || attribute.component === undefined) return [];
  const uid = attribute.component;
  return attribute.repeatable ? inItems(() => uid, around.inZone) : inComponent(uid, walk);
};

const inAttributes = (attributes: FieldAttributes, walk: Walk): ContentField[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => inAttribute(name, attribute, walk));

/**
 * The fields of a content type that tools can read, in the order of its schema, those of single components at any depth
 * included. With the values of an entry, also those in its repeatable components and dynamic zones.
 *
 * @example
 * contentFields(article.attributes, components, { quotes: [{ words: 'Hello' }] })
 * // [{ path: 'title', … }, { path: 'seo.description', … }, { path: 'quotes.0.words', kind: 'richtext', … }]
 */
export const contentFields = (
  attributes: FieldAttributes,
  components: FieldComponents,
  values?: unknown,
): ContentField[] =>
  inAttributes(attributes, {
    components,
    path: '',
    permission: '',
    values,
    inZone: false,
    around: [],
  });

/** A field that a tool can write to as well. */
export type WritableField = ContentField & { kind: TextField };

export const isWritable = (field: ContentField): field is WritableField => isTextField(field.kind);

const stepInto = (holder: unknown, step: string): unknown => {
  if (Array.isArray(holder)) return /^\d+$/.test(step) ? holder[Number(step)] : undefined;
  return isJsonObject(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined;
};

/** What an entry has at a path; undefined where there is nothing. */
export const readPath = (values: unknown, path: string): unknown => path.split('.').reduce(stepInto, values);

const writeSteps = (holder: unknown, [step, ...rest]: string[], value: unknown): unknown => {
  if (step === undefined) return value;
  const inside = writeSteps(stepInto(holder, step), rest, value);
  if (Array.isArray(holder)) return holder.map((item, index) => (String(index) === step ? inside : item));
  return { ...(isJsonObject(holder) ? holder : {}), [step]: inside };
};

/**
 * The values with another one at a path, the given ones left as they are. A single component that is not there yet
 * comes into being; a place that a list does not have is left alone.
 */
export const writePath = (values: JsonObject, path: string, value: unknown): JsonObject => {
  const written = writeSteps(values, path.split('.'), value);
  return isJsonObject(written) ? written : values;
};

const inputOfField = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = textOfField(value);
  return text.trim() === '' ? undefined : text;
};

/** The inputs of a tool for an entry. An empty field leaves its input out, so that the default of the tool holds. */
export const inputsOf = ({ inputs }: Pick<ContentMapping, 'inputs'>, values: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(inputs)
      .map(([name, source]) => [
        name,
        'field' in source ? inputOfField(readPath(values, source.field)) : source.value,
      ])
      .filter(([, value]) => value !== undefined),
  );
