import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { isJsonObject } from '../../../contracts/json-object';
import { findPlaces } from '../content/render-places';
import { readCaller } from '../controllers/caller';
import { abortOnHangUp } from '../controllers/hang-up';
import { RENDER_PARAMETER } from '../services/content-rendering';
import { getService } from '../services/get-service';

const READING = ['find', 'findOne'];

/** The content type whose entries a route reads; null for every other route. */
const readTypeOf = (route: unknown): string | null => {
  const { handler, info } = Object(route);
  if (typeof handler !== 'string') return null;
  const name = handler.slice(0, handler.lastIndexOf('.'));
  if (!READING.includes(handler.slice(name.length + 1))) return null;
  if (name.includes('::')) return name;
  return info?.pluginName ? `plugin::${info.pluginName}.${name}` : `api::${info?.apiName}.${name}`;
};

/** Makes the parameter known where it has a meaning: elsewhere a site with `strictParams` refuses it. */
export const addRenderParameter = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.contentAPI.addQueryParams({
    [RENDER_PARAMETER]: {
      schema: (zod) => zod.enum(['render', 'raw']).optional(),
      matchRoute: (route) => {
        const uid = readTypeOf(route);
        return uid !== null && getService(strapi, 'content-rendering').isConcerned(uid);
      },
    },
  });
};

/** Renders what `find` and `findOne` of the content API answer, also where a controller of the site's own does it. */
export const createRenderOnRead =
  ({ strapi }: { strapi: Core.Strapi }) =>
  async (ctx: Context, next: Next): Promise<void> => {
    await next();
    if (ctx.method !== 'GET' || ctx.status !== 200) return;
    const uid = readTypeOf(ctx.state.route);
    if (uid === null) return;
    const rendering = getService(strapi, 'content-rendering');
    const plans = rendering.plansFor(ctx.query);
    if (!plans?.ofEntry(uid)) return;

    const { body } = ctx;
    const isWrapped = isJsonObject(body) && 'data' in body;
    const answer: unknown = isWrapped ? body.data : body;
    const isNested = ctx.get('strapi-response-format') === 'v4';
    const places = findPlaces(answer, uid, { plans, recognize: rendering.recognize, isNested });
    if (places.length === 0) return;

    const reading = rendering.startReading(readCaller(ctx), abortOnHangUp(ctx));
    const rendered = await rendering.renderPlaces(answer, places, reading).finally(reading.pass.close);
    // to give a body sets its type
    const { type } = ctx.response;
    ctx.body = isWrapped ? { ...body, data: rendered } : rendered;
    ctx.type = type;
  };
