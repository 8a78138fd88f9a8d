import type { Core } from '@strapi/types';
import { createBasicStrategy } from '../auth/basic-strategy';
import { onWrite } from '../on-write';
import { adminRoute } from './admin-route';

/** What decides whether a remembered credential still holds, and what it may do. */
const CREDENTIAL_UIDS = [
  'plugin::users-permissions.user',
  'plugin::users-permissions.role',
  'plugin::users-permissions.permission',
];

/** Where the host keeps many things, and with them whether a user has to be confirmed. */
const STORE_UID = 'strapi::core-store';
const isSignInSetting = (row: unknown): boolean => {
  const { key } = Object(row);
  return key === undefined || key === 'plugin_users-permissions_advanced';
};

/** The content API. Scopes follow from the handlers: `plugin::ai-tools.execute.run` and so on. */
const contentApi = ({ strapi }: { strapi: Core.Strapi }) => {
  const basic = createBasicStrategy({ strapi });
  onWrite(strapi, CREDENTIAL_UIDS, basic.forget);
  onWrite(strapi, [STORE_UID], basic.forget, isSignInSetting);

  const route = (method: 'GET' | 'POST', path: string, handler: string) => ({
    method,
    path,
    handler,
    config: { auth: { strategies: [basic, 'users-permissions', 'content-api-token'] } },
  });

  return {
    type: 'content-api' as const,
    routes: [
      route('POST', '/v1/execute/:slug', 'execute.run'),
      route('GET', '/v1/tools', 'tools.find'),
      route('GET', '/v1/tools/:slug', 'tools.findOne'),
    ],
  };
};

/** What the admin panel calls. */
const admin = {
  type: 'admin' as const,
  routes: [
    adminRoute('readSettings', 'GET', '/providers', 'providers.find'),
    adminRoute('updateSettings', 'PUT', '/providers/:id', 'providers.update'),
    adminRoute('updateSettings', 'DELETE', '/providers/:id', 'providers.delete'),
    adminRoute('updateSettings', 'POST', '/providers/:id/test', 'providers.test'),
    adminRoute('updateSettings', 'POST', '/providers/:id/models', 'providers.listModels'),
    adminRoute('readSettings', 'GET', '/settings', 'settings.find'),
    adminRoute('updateSettings', 'PUT', '/settings', 'settings.update'),
    adminRoute('clearResults', 'DELETE', '/cache', 'results.clearAll'),
    adminRoute('readTools', 'GET', '/tool-options', 'tool-options.find'),
    adminRoute('readTools', 'GET', '/tool-options/:provider/models', 'tool-options.findModels'),
    adminRoute('readTools', 'GET', '/tools', 'tool-admin.find'),
    adminRoute('createTools', 'POST', '/tools', 'tool-admin.create'),
    adminRoute('readTools', 'POST', '/tools/check', 'tool-admin.check'),
    adminRoute('readTools', 'POST', '/tools/export', 'tool-files.export'),
    adminRoute('createTools', 'POST', '/tools/import', 'tool-files.import'),
    adminRoute('readTools', 'GET', '/tools/:id', 'tool-admin.findOne'),
    adminRoute('updateTools', 'PUT', '/tools/:id', 'tool-admin.update'),
    adminRoute('deleteTools', 'DELETE', '/tools/:id', 'tool-admin.delete'),
    adminRoute('updateTools', 'PUT', '/tools/:id/enabled', 'tool-admin.setEnabled'),
    adminRoute('createTools', 'POST', '/tools/:id/duplicate', 'tool-admin.duplicate'),
    adminRoute('readTools', 'GET', '/tools/:id/dependents', 'tool-admin.findDependents'),
    adminRoute('runPlayground', 'POST', '/playground/run', 'playground.run'),
    adminRoute('clearResults', 'DELETE', '/tools/:slug/cache', 'results.clear'),
    adminRoute('readLogs', 'GET', '/logs', 'logs.find'),
    adminRoute('exportLogs', 'GET', '/logs/export', 'logs.export'),
    adminRoute('readLogs', 'GET', '/logs/status', 'logs.status'),
    adminRoute('readLogs', 'GET', '/logs/:requestId', 'logs.findOne'),
    adminRoute('readAnalytics', 'GET', '/analytics', 'analytics.find'),
    adminRoute('readAnalytics', 'GET', '/analytics/budgets', 'analytics.findBudgets'),
    adminRoute('runInContent', 'POST', '/content/run', 'content-runs.run'),
    adminRoute('runInContent', 'GET', '/content/mappings', 'content-runs.findMappings'),
    adminRoute('runInContent', 'PUT', '/content/mappings', 'content-runs.saveMapping'),
    adminRoute('runInBulk', 'GET', '/bulk-runs', 'bulk-runs.find'),
    adminRoute('runInBulk', 'POST', '/bulk-runs', 'bulk-runs.begin'),
    adminRoute('runInBulk', 'POST', '/bulk-runs/estimate', 'bulk-runs.estimate'),
    adminRoute('runInBulk', 'POST', '/bulk-runs/preview', 'bulk-runs.preview'),
    adminRoute('runInBulk', 'GET', '/bulk-runs/:id', 'bulk-runs.findOne'),
    adminRoute('runInBulk', 'GET', '/bulk-runs/:id/items', 'bulk-runs.findItems'),
    adminRoute('runInBulk', 'POST', '/bulk-runs/:id/stop', 'bulk-runs.stop'),
    adminRoute('runInBulk', 'POST', '/bulk-runs/:id/resume', 'bulk-runs.resume'),
    adminRoute('runInBulk', 'POST', '/bulk-runs/:id/undo', 'bulk-runs.undo'),
    adminRoute('runInContent', 'GET', '/content/tools', 'content.tools'),
    adminRoute('runInContent', 'POST', '/content/preview', 'content.preview'),
  ],
};

export const routes = { 'content-api': contentApi, admin };
