import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { PLUGIN_ID } from '../../../contracts/plugin-id';

/** What the paths of the plugin's content API begin with, such as `/api/ai-tools/`. */
export const contentApiBase = (strapi: Core.Strapi): string =>
  `${strapi.config.get('api.rest.prefix', '/api')}/${PLUGIN_ID}/`;

/** Whether a request is for a path that begins so. The host's router takes capitals for small letters. */
export const isBelow = (base: string, { path }: Context): boolean =>
  path.toLowerCase().startsWith(base.toLowerCase());
