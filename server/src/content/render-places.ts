import { isJsonObject } from '../../../contracts/json-object';
import type { JsonObject } from '../../../contracts/json-object';
import type { RenderPlan, RenderPlans } from './render-plan';

export type Path = readonly (string | number)[];

/** An entry in an answer, as far as the answer has it. */
export interface AnsweredEntry {
  uid: string;
  /** of the row, which is one version in one language; undefined where the answer does not tell */
  id: unknown;
  fields: JsonObject;
}

/** Something to be rendered, and whose it is. */
export type Place =
  | { kind: 'text'; path: Path; text: string; entry: AnsweredEntry }
  | { kind: 'block'; path: Path; node: JsonObject; entry: AnsweredEntry };

/** What is worth a place. */
export interface Recognize {
  text(text: string): boolean;
  block(node: JsonObject): boolean;
}

/** Whether a text may have a shortcode in it, or the name of one that is escaped; cheaper than to read it. */
export const mentionsShortcode = (text: string, isShortcode: (name: string) => boolean): boolean => {
  for (const [, name = ''] of text.matchAll(/\[\/?([A-Za-z][\w-]*)/g)) if (isShortcode(name)) return true;
  return false;
};

/** The blocks among the nodes of an editor, at any depth. */
const findBlocks = (nodes: unknown, recognize: Recognize): { path: Path; node: JsonObject }[] => {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: unknown, index) => {
    if (!isJsonObject(node)) return [];
    if (recognize.block(node)) return [{ path: [index], node }];
    return findBlocks(node.children, recognize).map((found) => ({
      ...found,
      path: [index, 'children', ...found.path],
    }));
  });
};

/** The places in the value of one field, with their paths from there. */
export const placesOfField = (value: unknown, entry: AnsweredEntry, recognize: Recognize): Place[] => {
  if (typeof value !== 'string') {
    return findBlocks(value, recognize).map((found) => ({ kind: 'block', ...found, entry }));
  }
  return recognize.text(value) ? [{ kind: 'text', path: [], text: value, entry }] : [];
};

interface Looking {
  plans: RenderPlans;
  recognize: Recognize;
  /** whether an entry has its fields under `attributes`, and a relation its entries under `data`, as in Strapi 4 */
  isNested: boolean;
}

/** Every place in an answer with something to render, in their order. `uid` is that of its entries. Copies nothing. */
export const findPlaces = (
  answer: unknown,
  uid: string,
  { plans, recognize, isNested }: Looking,
): Place[] => {
  const places: Place[] = [];
  const path: (string | number)[] = [];

  const each = (value: unknown, visit: (item: JsonObject) => void): void => {
    if (isJsonObject(value)) return visit(value);
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) {
      if (isJsonObject(item)) within(index, () => visit(item));
    }
  };
  const within = (key: string | number, visit: () => void): void => {
    path.push(key);
    visit();
    path.pop();
  };

  const visitFields = (fields: JsonObject, plan: RenderPlan, entry: AnsweredEntry, isOn: boolean): void => {
    for (const name of plan.own) {
      for (const place of placesOfField(fields[name], entry, recognize)) {
        places.push({ ...place, path: [...path, name, ...place.path] });
      }
    }
    for (const { name, holdsEntries, uidOf } of plan.inner) {
      const value = fields[name];
      if (typeof value !== 'object' || value === null) continue;
      within(name, () => {
        if (holdsEntries) return visitEntries(value, uidOf);
        each(value, (component) => {
          const inner = plans.ofComponent(uidOf(component), isOn);
          if (inner) visitFields(component, inner, entry, isOn);
        });
      });
    }
  };

  const visitEntries = (value: unknown, uidOf: (value: JsonObject) => string): void => {
    if (isNested && isJsonObject(value) && !('id' in value)) {
      return within('data', () => visitEntries(value.data, uidOf));
    }
    each(value, (item) => {
      const entryUid = uidOf(item);
      const plan = plans.ofEntry(entryUid);
      if (!plan) return;
      const { id, attributes } = item;
      const isOn = plans.isRendered(entryUid);
      const visit = (fields: JsonObject) => visitFields(fields, plan, { uid: entryUid, id, fields }, isOn);
      if (isNested && isJsonObject(attributes)) within('attributes', () => visit(attributes));
      else visit(item);
    });
  };

  visitEntries(answer, () => uid);
  return places;
};
