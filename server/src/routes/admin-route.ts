import type { PERMISSIONS } from '../../../contracts/permissions';
import { actionId } from '../../../contracts/permissions';
import { refuseUnstorable } from '../middlewares/refuse-unstorable';

/** What comes to these is for a prompt, where every text is right, as it is over REST. */
const FOR_PROMPTS: readonly (keyof typeof PERMISSIONS)[] = ['runPlayground', 'runInContent'];

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
    middlewares: [refuseUnstorable({ inBodies: !FOR_PROMPTS.includes(permission) })],
  },
});
