import type { PermissionName } from '../../contracts/permissions';
import { PLUGIN_ID } from '../../contracts/plugin-id';

/** The pages of the plugin's menu, in its order: where each is, and what a person needs to open it. */
export const SECTIONS = [
  { name: 'tools', path: 'tools', group: 'build', permission: 'readTools' },
  { name: 'add-new', path: 'tools/new', group: 'build', permission: 'createTools' },
  { name: 'logs', path: 'logs', group: 'watch', permission: 'readLogs' },
  { name: 'analytics', path: 'analytics', group: 'watch', permission: 'readAnalytics' },
  { name: 'settings', path: 'settings', group: 'configure', permission: 'readSettings' },
] as const satisfies readonly { name: string; path: string; group: string; permission: PermissionName }[];

/** Where the plugin lives in the panel, relative to its root as the host's menu wants it. */
export const PLUGIN_PATH = `plugins/${PLUGIN_ID}`;

/** An address within the plugin, for links: `pathTo('settings')`. */
export const pathTo = (path: string): string => `/${PLUGIN_PATH}/${path}`;
