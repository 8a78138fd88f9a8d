import { PLUGIN_ID } from './plugin-id';

/** What an administrator's role may do; shown under Settings, Roles, Plugins. */
export const PERMISSIONS = {
  readSettings: {
    uid: 'settings.read',
    displayName: 'Read providers and settings',
    subCategory: 'settings',
  },
  updateSettings: {
    uid: 'settings.update',
    displayName: 'Change providers and settings, test connections',
    subCategory: 'settings',
  },
  clearResults: {
    uid: 'tools.clear-results',
    displayName: 'Clear the kept results of a tool',
    subCategory: 'tools',
  },
  readLogs: {
    uid: 'logs.read',
    displayName: 'Read the log of executions, with the inputs and outputs that are stored',
    subCategory: 'logs',
  },
  exportLogs: {
    uid: 'logs.export',
    displayName: 'Export the log of executions',
    subCategory: 'logs',
  },
} as const;

/** The action as the host stores it in a role. */
export const actionId = (permission: keyof typeof PERMISSIONS): string =>
  `plugin::${PLUGIN_ID}.${PERMISSIONS[permission].uid}`;
