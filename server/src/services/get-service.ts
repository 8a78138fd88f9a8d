import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import type { Services } from './index';

/** One of this plugin's services; a name that is not registered does not compile. */
export const getService = <Name extends keyof Services>(strapi: Core.Strapi, name: Name): Services[Name] =>
  strapi.plugin(PLUGIN_ID).service(name);
