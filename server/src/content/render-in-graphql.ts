import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { isJsonObject } from '../../../contracts/json-object';
import type { JsonObject } from '../../../contracts/json-object';
import { readCaller } from '../controllers/caller';
import { abortOnHangUp } from '../controllers/hang-up';
import type { Reading } from '../services/content-rendering';
import { getService } from '../services/get-service';
import { placesOfField } from './render-places';
import type { AnsweredEntry } from './render-places';
import { isRenderedField } from './render-plan';

type Next = (...resolving: Resolving) => unknown;
type Resolving = [
  root: unknown,
  args: unknown,
  context: { koaContext: Context },
  info: { operation: { operation: string } },
];
type Resolve = (...resolving: [...Resolving, next: Next]) => Promise<unknown>;

/** What is used of the library that the GraphQL plugin builds its schema with. */
interface Nexus {
  plugin(plugin: {
    name: string;
    onCreateFieldResolver(field: {
      parentTypeConfig: { name: string };
      fieldConfig: { name: string };
    }): Resolve | undefined;
  }): unknown;
}

const COMPONENT_FIELDS = ['component', 'dynamiczone'];

/**
 * Renders the fields of entries where GraphQL resolves them. A field of a component does not know its entry, so the
 * fields that lead to components tell.
 */
export const createGraphqlRendering = ({ strapi }: { strapi: Core.Strapi }) => {
  /** by what was resolved: components that stand in an entry that may be rendered */
  const owners = new WeakMap<object, AnsweredEntry>();
  const readings = new WeakMap<Context, Reading>();

  /** One for all fields of a request, as long as its connection lasts. */
  const readingOf = (ctx: Context): Reading => {
    const known = readings.get(ctx);
    if (known) return known;
    const reading = getService(strapi, 'content-rendering').startReading(readCaller(ctx), abortOnHangUp(ctx));
    ctx.res.once('close', reading.pass.close);
    readings.set(ctx, reading);
    return reading;
  };

  const ownerOf = (uid: string, holder: JsonObject, ctx: Context): AnsweredEntry | null => {
    const plans = getService(strapi, 'content-rendering').plansFor(ctx.query);
    if (!plans) return null;
    const owner = owners.get(holder);
    if (owner) return owner;
    return plans.isRendered(uid) ? { uid, id: holder.id, fields: holder } : null;
  };

  const renderField = async (value: unknown, entry: AnsweredEntry, ctx: Context): Promise<unknown> => {
    const { recognize, renderPlaces } = getService(strapi, 'content-rendering');
    const places = placesOfField(value, entry, recognize);
    return places.length === 0 ? value : renderPlaces(value, places, readingOf(ctx));
  };

  const passOwner = (value: unknown, owner: AnsweredEntry): void => {
    for (const component of Array.isArray(value) ? value : [value]) {
      if (isJsonObject(component)) owners.set(component, owner);
    }
  };

  const resolverOf = (uid: string, attribute: { type: string } | undefined): Resolve | undefined => {
    const { type = '' } = attribute ?? {};
    const holdsComponents = COMPONENT_FIELDS.includes(type);
    if (!holdsComponents && !isRenderedField(type)) return undefined;
    return async (root, args, context, info, next) => {
      const value = await next(root, args, context, info);
      // what was just written is answered as it was written
      if (info.operation.operation !== 'query' || !isJsonObject(root)) return value;
      const owner = ownerOf(uid, root, context.koaContext);
      if (!owner) return value;
      if (!holdsComponents) return renderField(value, owner, context.koaContext);
      passOwner(value, owner);
      return value;
    };
  };

  return ({ nexus }: { nexus: Nexus }) => {
    const { naming } = strapi.plugin('graphql').service('utils');
    const { rendered } = getService(strapi, 'content-rendering');
    if (rendered.size === 0) return {};
    const models = new Map<string, { uid: string; attributes: Record<string, { type: string }> }>();
    for (const model of Object.values(strapi.contentTypes)) {
      if (rendered.has(model.uid)) models.set(naming.getTypeName(model), model);
    }
    for (const model of Object.values(strapi.components)) models.set(naming.getComponentName(model), model);
    return {
      plugins: [
        nexus.plugin({
          name: 'ai-tools-render-on-read',
          onCreateFieldResolver: ({ parentTypeConfig, fieldConfig }) => {
            const model = models.get(parentTypeConfig.name);
            return model && resolverOf(model.uid, model.attributes[fieldConfig.name]);
          },
        }),
      ],
    };
  };
};
