import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../contracts/plugin-id';
import type { EditableSettings } from '../../../contracts/settings';
import { parseConfig } from '../config';
import type { PluginConfig } from '../config';

/** Without what can be changed while the site runs, which the service `settings-in-force` knows. */
type StartSettings = Omit<PluginConfig, 'budget_usd' | 'cache' | 'logs'> & {
  logs: Omit<PluginConfig['logs'], keyof EditableSettings['logs']>;
};

/** The plugin's configuration, read once. */
export const createSettingsService = ({ strapi }: { strapi: Core.Strapi }): StartSettings =>
  parseConfig(strapi.config.get(`plugin::${PLUGIN_ID}`));
