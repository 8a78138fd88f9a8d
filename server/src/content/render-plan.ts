import type { JsonObject } from '../../../contracts/json-object';

interface Attribute {
  type: string;
  component?: string;
  components?: readonly string[];
  /** of a relation; one that may lead anywhere has none */
  target?: string;
}

/** What is read of the host's content types and components. */
export interface RenderModel {
  attributes: Record<string, Attribute>;
}

/** An attribute with components or entries in it. */
export interface InnerField {
  name: string;
  /** whether what is in it has a text of its own to summarize, as components have not */
  holdsEntries: boolean;
  /** the uid of one that is in it */
  uidOf(value: JsonObject): string;
}

/** Where to look in an entry or a component. */
export interface RenderPlan {
  /** that may hold shortcodes or blocks */
  own: string[];
  /** only those that may lead to a text or to blocks */
  inner: InnerField[];
}

/** The kinds of fields that may hold shortcodes or blocks; the others are names, titles and choices. */
const RENDERED_FIELDS = ['text', 'richtext', 'blocks'];
export const isRenderedField = (type: string): boolean => RENDERED_FIELDS.includes(type);

interface Leads extends InnerField {
  /** null for any */
  uids: readonly string[] | null;
}

const leadsOf = (name: string, { type, component, components, target }: Attribute): Leads | null => {
  if (type === 'component' && component) {
    return { name, holdsEntries: false, uids: [component], uidOf: () => component };
  }
  if (type === 'dynamiczone') {
    return { name, holdsEntries: false, uids: components ?? [], uidOf: (value) => String(value.__component) };
  }
  if (type !== 'relation') return null;
  return typeof target === 'string'
    ? { name, holdsEntries: true, uids: [target], uidOf: () => target }
    : { name, holdsEntries: true, uids: null, uidOf: (value) => String(value.__type) };
};

/**
 * Where there is something to render, by uid: made once, so that most of an answer need not be looked at. `rendered`
 * are the content types that are. A component is rendered in an entry that is.
 */
export const createRenderPlans = ({
  findModel,
  rendered,
}: {
  findModel(uid: string): RenderModel | undefined;
  rendered: ReadonlySet<string>;
}) => {
  const isRendered = (uid: string): boolean => rendered.has(uid);
  const known = new Map<string, RenderPlan | null>();

  /** Whether a text or blocks to be rendered can be reached. `seen` keeps circles from being walked for ever. */
  const reaches = (uid: string, isOn: boolean, seen: Set<string>): boolean => {
    if (seen.has(`${uid} ${isOn}`)) return false;
    seen.add(`${uid} ${isOn}`);
    return Object.entries(findModel(uid)?.attributes ?? {}).some(([name, attribute]) => {
      if (isOn && isRenderedField(attribute.type)) return true;
      const leads = leadsOf(name, attribute);
      return leads !== null && reachesFrom(leads, isOn, seen);
    });
  };
  const reachesFrom = ({ uids, holdsEntries }: Leads, isOn: boolean, seen: Set<string>): boolean =>
    (uids ?? [...rendered]).some((uid) => reaches(uid, holdsEntries ? isRendered(uid) : isOn, seen));

  const make = (uid: string, isOn: boolean): RenderPlan | null => {
    const attributes = Object.entries(findModel(uid)?.attributes ?? {});
    const own = attributes.flatMap(([name, { type }]) => (isOn && isRenderedField(type) ? [name] : []));
    const inner = attributes.flatMap(([name, attribute]) => {
      const leads = leadsOf(name, attribute);
      return leads && reachesFrom(leads, isOn, new Set()) ? [leads] : [];
    });
    return own.length + inner.length > 0 ? { own, inner } : null;
  };

  const planOf = (uid: string, isOn: boolean): RenderPlan | null => {
    const key = `${uid} ${isOn}`;
    const plan = known.get(key) ?? (known.has(key) ? null : make(uid, isOn));
    known.set(key, plan);
    return plan;
  };

  return {
    isRendered,
    /** For an entry; null where there is nothing to look for. */
    ofEntry: (uid: string): RenderPlan | null => planOf(uid, isRendered(uid)),
    /** For a component; `isOn` tells whether its entry is rendered. */
    ofComponent: planOf,
  };
};

export type RenderPlans = ReturnType<typeof createRenderPlans>;
