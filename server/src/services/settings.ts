import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import { parseConfig } from '../config';
import type { PluginConfig } from '../config';

/** The plugin's configuration, read once. */
export const createSettingsService = ({ strapi }: { strapi: Core.Strapi }): PluginConfig =>
  parseConfig(strapi.config.get(`plugin::${PLUGIN_ID}`));
