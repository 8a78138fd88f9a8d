import type { Core } from '@strapi/types';
import type { Context, Next } from 'koa';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import { contentApiBase, isBelow } from './request-path';

/** Only these can be broken in a way for which the host has no other word than 500. */
const isPackedOrInParts = (ctx: Context): boolean =>
  ctx.get('content-encoding') !== '' || Boolean(ctx.request.is('multipart/*'));

/**
 * Stands before everything of the host, on the plugin's own routes. A body that was said to be compressed and is not, or
 * whose parts cannot be told apart, is the caller's fault: the host would answer it with 500.
 */
export const createUnreadableBodies = ({ strapi }: { strapi: Core.Strapi }) => {
  const bases = [contentApiBase(strapi), `/${PLUGIN_ID}/`];

  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    // where the host has read it, the fault was in what came after
    if (ctx.status !== 500 || ctx.request.body !== undefined || !isPackedOrInParts(ctx)) return;
    if (!bases.some((base) => isBelow(base, ctx))) return;
    ctx.status = 400;
    ctx.body = {
      data: null,
      error: { status: 400, name: 'BadRequestError', message: 'The body cannot be read.', details: {} },
    };
  };
};
