import { contentFields, readPath } from '../../../../contracts/content-fields';
import type { ContentField, FieldAttribute, FieldAttributes } from '../../../../contracts/content-fields';
import { TEXT_FIELDS } from '../../../../contracts/content-values';
import type { TextField } from '../../../../contracts/content-values';

/** A field as the edit view has it. */
export interface LayoutField {
  name: string;
  label: string;
  /** by the configuration of the view; what a person's role says comes on top */
  disabled?: boolean;
  visible?: boolean;
  attribute: FieldAttribute & {
    maxLength?: number;
    conditions?: { visible?: unknown };
    /** of a plugin, which may keep something else than plain text in it */
    customField?: string;
  };
}

/** The edit view of a type: what is not in it, nobody can see or edit there. */
export interface ViewLayout {
  fields: readonly LayoutField[];
  /** by uid */
  components: Readonly<Record<string, { name: string; fields: readonly LayoutField[] } | undefined>>;
}

/** A field of the form that is open. */
export interface FormField {
  path: string;
  kind: ContentField['kind'];
  /** as the form shows it, with what it is within: Seo › Description */
  label: string;
  canWrite: boolean;
  /** in characters; null without a limit */
  maxLength: number | null;
}

/** What decides, beside the layout, what a person can see and edit. */
export interface FieldRights {
  canRead(field: ContentField): boolean;
  canWrite(field: ContentField): boolean;
  /** for fields with a condition, which is evaluated with the values around the field */
  isShown(condition: unknown, around: unknown): boolean;
}

/** The database's own limit for the short texts of the host. */
const LONGEST_STRING = 255;
const WITHIN = ' › ';

const toAttributes = (fields: readonly LayoutField[]): FieldAttributes =>
  Object.fromEntries(
    fields.filter(({ visible }) => visible !== false).map(({ name, attribute }) => [name, attribute]),
  );

/** The fields of the layout on the way to a path, outermost first, each with the name that it goes by there. */
const findSteps = (layout: ViewLayout, values: unknown, path: string) => {
  const steps: { field: LayoutField; label: string; around: unknown }[] = [];
  let fields: readonly LayoutField[] = layout.fields;
  let at = '';
  for (const step of path.split('.')) {
    const around = at === '' ? values : readPath(values, at);
    at = at === '' ? step : `${at}.${step}`;
    const last = steps.at(-1);
    const field = fields.find(({ name }) => name === step);
    if (field) {
      steps.push({ field, label: field.label || field.name, around });
      fields = layout.components[field.attribute.component ?? '']?.fields ?? [];
    } else if (last) {
      const place = Number(step) + 1;
      const zoned = last.field.attribute.type === 'dynamiczone';
      const component = zoned ? layout.components[String(readPath(values, `${at}.__component`))] : undefined;
      last.label = component ? `${last.label} ${place} (${component.name})` : `${last.label} ${place}`;
      if (component) fields = component.fields;
    }
  }
  return steps;
};

/** The texts, numbers and switches of the form that the person can see, in its order. */
export const formFields = (layout: ViewLayout, values: unknown, rights: FieldRights): FormField[] => {
  const components = Object.fromEntries(
    Object.entries(layout.components).map(([uid, component]) => [
      uid,
      component && { attributes: toAttributes(component.fields) },
    ]),
  );
  return contentFields(toAttributes(layout.fields), components, values).flatMap((field) => {
    if (!rights.canRead(field)) return [];
    const steps = findSteps(layout, values, field.path);
    const isShown = steps.every(({ field: { attribute }, around }) => {
      const condition = attribute.conditions?.visible;
      return !condition || rights.isShown(condition, around);
    });
    if (!isShown) return [];
    const { maxLength, customField } = steps.at(-1)?.field.attribute ?? {};
    return {
      path: field.path,
      kind: field.kind,
      label: steps.map(({ label }) => label).join(WITHIN),
      canWrite:
        rights.canWrite(field) && customField === undefined && !steps.some((step) => step.field.disabled),
      maxLength: maxLength ?? (field.kind === 'string' ? LONGEST_STRING : null),
    };
  });
};

/** A field that an answer can go to. */
export type WritableFormField = FormField & { kind: TextField };

export const isWritableField = (field: FormField): field is WritableFormField =>
  field.canWrite && TEXT_FIELDS.some((kind) => kind === field.kind);
