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
  readTools: {
    uid: 'tools.read',
    displayName: 'Read tools, their prompts included',
    subCategory: 'tools',
  },
  createTools: {
    uid: 'tools.create',
    displayName: 'Create, duplicate and import tools',
    subCategory: 'tools',
  },
  updateTools: {
    uid: 'tools.update',
    displayName: 'Change tools, switch them on and off',
    subCategory: 'tools',
  },
  deleteTools: {
    uid: 'tools.delete',
    displayName: 'Delete tools',
    subCategory: 'tools',
  },
  clearResults: {
    uid: 'tools.clear-results',
    displayName: 'Clear kept results, of a tool or of all',
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
  runPlayground: {
    uid: 'playground.run',
    displayName: 'Run drafts in the playground, at the expense of the site',
    subCategory: 'playground',
  },
  readAnalytics: {
    uid: 'analytics.read',
    displayName: 'Read the analytics',
    subCategory: 'analytics',
  },
  runInContent: {
    uid: 'content.run',
    displayName: 'Run tools while editing an entry, at the expense of the site',
    subCategory: 'content',
  },
  runInBulk: {
    uid: 'content.run-bulk',
    displayName: 'Run tools over many entries, stop, resume and undo such runs',
    subCategory: 'content',
  },
} as const;

export type PermissionName = keyof typeof PERMISSIONS;

/** The action as the host stores it in a role. */
export const actionId = (permission: PermissionName): string =>
  `plugin::${PLUGIN_ID}.${PERMISSIONS[permission].uid}`;
