import type { PERMISSIONS } from '../../../contracts/permissions';
import { actionId } from '../../../contracts/permissions';

/** Makes a route of the admin API. The only function that does, so that none can be without its permission. */
export const adminRoute = (
  permission: keyof typeof PERMISSIONS,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  handler: string,
) => ({
  method,
  path,
  handler,
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      { name: 'admin::hasPermissions', config: { actions: [actionId(permission)] } },
    ],
  },
});
