import type { Core, Struct } from '@strapi/types';
import { contentTypes } from '@strapi/utils';
import type { JsonObject } from '../../../contracts/json-object';
import type { ContentContext } from '../content/context';
import { isEnough, isPublished, needsOf } from '../content/render-entries';
import type { EntryModel, Needs } from '../content/render-entries';
import { createRenderPass } from '../content/render-pass';
import type { RenderPass } from '../content/render-pass';
import { mentionsShortcode } from '../content/render-places';
import type { AnsweredEntry, Place, Recognize } from '../content/render-places';
import { createRenderPlans } from '../content/render-plan';
import type { RenderPlans } from '../content/render-plan';
import { replaceIn } from '../content/render-replace';
import type { Caller } from '../engine/run';
import { complainOf } from './complain-of';
import { getService } from './get-service';

/** The query parameter, of the content API and of GraphQL: `render` or `raw`. */
export const RENDER_PARAMETER = 'ai-tools';

/** Who reads an answer, and the runs that are made for it. */
export interface Reading {
  caller: Caller;
  pass: RenderPass;
  /** by the fields that the answer has of an entry: with those that are read along */
  completed: WeakMap<JsonObject, Promise<JsonObject>>;
}

/** The host types its models by generated types, which know nothing of a site's. */
interface FindsModels {
  getModel(uid: string): Struct.Schema | undefined;
}

/** Databases take so many values in one condition. */
const ROWS_AT_ONCE = 200;

const NO_MODEL: EntryModel = { attributes: {} };
const NO_NEEDS: Needs = { select: [], populate: {}, paths: [] };

/** Renders the shortcodes and blocks in what the content API answers. */
export const createContentRenderingService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { types, max_concurrent, deadline_ms } = getService(strapi, 'settings').content;
  const host: FindsModels = strapi;
  const findModel = (uid: string) => host.getModel(uid);
  const needsOfType = (uid: string): Needs => {
    const model = findModel(uid);
    if (!model) return NO_NEEDS;
    return needsOf(model, {
      summaryField: types[uid]?.summary_field ?? null,
      isPrivate: (name) => contentTypes.isPrivateAttribute(model, name),
      findModel,
    });
  };

  const rendered = new Set(Object.keys(types));
  const isAlways = (uid: string): boolean => types[uid]?.render === 'always';
  const always = createRenderPlans({ findModel, rendered: new Set([...rendered].filter(isAlways)) });
  const onRequest = createRenderPlans({ findModel, rendered });

  const recognize: Recognize = {
    text: (text) => mentionsShortcode(text, (name) => getService(strapi, 'shortcodes').isShortcode(name)),
    block: (node) => getService(strapi, 'blocks').isBlock(node),
  };

  /** The rows of entries, by their id; those that cannot be read are left out, since the answer is there without them. */
  const readRows = async (uid: string, ids: readonly unknown[]): Promise<Map<unknown, JsonObject>> => {
    const { select, populate } = needsOfType(uid);
    const byId = new Map<unknown, JsonObject>();
    try {
      for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
        const rows: JsonObject[] = await strapi.db.query(uid).findMany({
          select: ['id', ...select],
          populate,
          where: { id: { $in: ids.slice(from, from + ROWS_AT_ONCE) } },
        });
        for (const row of rows) byId.set(row.id, row);
      }
    } catch (error) {
      complainOf(strapi, `reading what ${uid} is summarized from`)(error);
    }
    return byId;
  };

  /** What the answer does not have of an entry, from its row: one query for each type, and none twice. */
  const complete = async (
    entries: ReadonlySet<AnsweredEntry>,
    { completed }: Reading,
  ): Promise<Map<AnsweredEntry, JsonObject>> => {
    const lacking = [...entries].filter(
      ({ uid, id, fields }) =>
        id !== undefined && !completed.has(fields) && !isEnough(fields, needsOfType(uid)),
    );
    for (const uid of new Set(lacking.map((entry) => entry.uid))) {
      const ofType = lacking.filter((entry) => entry.uid === uid);
      const rows = readRows(
        uid,
        ofType.map(({ id }) => id),
      );
      for (const { id, fields } of ofType) {
        completed.set(
          fields,
          rows.then((byId) => ({ ...fields, ...byId.get(id) })),
        );
      }
    }
    return new Map(
      await Promise.all(
        [...entries].map(
          async (entry) => [entry, (await completed.get(entry.fields)) ?? entry.fields] as const,
        ),
      ),
    );
  };

  const renderPlace = async (
    place: Place,
    entry: JsonObject,
    { caller, pass }: Reading,
  ): Promise<unknown> => {
    const context: ContentContext = { entry, contentType: place.entry.uid, caller, signal: pass.signal };
    if (place.kind === 'text') {
      return getService(strapi, 'shortcodes').render(place.text, context, pass.runAs('shortcode'));
    }
    const { node } = place;
    const { html, text } = await getService(strapi, 'blocks').renderNode(node, context, pass.runAs('block'));
    return { ...node, children: [{ type: 'text', text }], html };
  };

  return {
    recognize,

    /** The content types that may be rendered, by uid. */
    rendered,

    /** What is rendered for a query, by what it asks for or does not; null for nothing at all. */
    plansFor: ({ [RENDER_PARAMETER]: asked }: Record<string, unknown>): RenderPlans | null => {
      if (asked === 'raw') return null;
      return asked === 'render' ? onRequest : always;
    },

    /** Whether `?ai-tools=` has a meaning for a content type: it is rendered, or leads to one that is. */
    isConcerned: (uid: string): boolean => onRequest.ofEntry(uid) !== null,

    /** To be ended with `pass.close()`. */
    startReading: (caller: Caller, hangUp: AbortSignal): Reading => {
      const { runnerFor } = getService(strapi, 'content-tools');
      const pass = createRenderPass({
        run: (source, signal) => runnerFor(source, { caller, signal }),
        maxConcurrent: max_concurrent,
        deadlineMs: deadline_ms,
        hangUp,
      });
      return { caller, pass, completed: new WeakMap() };
    },

    /** An answer, or a part of one, with its places rendered. Drafts stay as they are for those whom nobody knows. */
    renderPlaces: async (answer: unknown, places: readonly Place[], reading: Reading): Promise<unknown> => {
      const known = await complete(new Set(places.map(({ entry }) => entry)), reading);
      const mayRead = ({ entry }: Place): boolean =>
        reading.caller.type !== 'public' ||
        isPublished(findModel(entry.uid) ?? NO_MODEL, known.get(entry) ?? {});
      const replacements = await Promise.all(
        places.filter(mayRead).map(async (place) => ({
          path: place.path,
          value: await renderPlace(place, known.get(place.entry) ?? {}, reading),
        })),
      );
      return replaceIn(answer, replacements);
    },
  };
};
