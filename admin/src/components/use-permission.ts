import { useAuth } from '@strapi/strapi/admin';
import { actionId } from '../../../contracts/permissions';
import type { PermissionName } from '../../../contracts/permissions';

/**
 * Asks what the person may do. Hiding a control is courtesy: the routes decide, and they alone know the conditions
 * that a role may tie a permission to.
 */
export const useMay = (): ((permission: PermissionName) => boolean) => {
  const permissions = useAuth('AiTools', (state) => state.permissions);
  return (wanted) => permissions.some(({ action }) => action === actionId(wanted));
};

export const usePermission = (permission: PermissionName): boolean => useMay()(permission);
