import type { ReactNode } from 'react';
import { Page } from '@strapi/strapi/admin';
import { actionId } from '../../../contracts/permissions';
import type { PermissionName } from '../../../contracts/permissions';

/** Shows a page to those who have the permission, and says so to the others. */
export const Guard = ({ permission, children }: { permission: PermissionName; children: ReactNode }) => (
  <Page.Protect permissions={[{ action: actionId(permission), subject: null }]}>{children}</Page.Protect>
);
