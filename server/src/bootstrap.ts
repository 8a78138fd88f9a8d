import type { Core } from '@strapi/types';
import { PERMISSIONS } from '../../contracts/permissions';
import { PLUGIN_ID, PROVIDER_UID, TOOL_UID } from '../../contracts/plugin-id';
import { onWrite } from './on-write';
import { getService } from './services/get-service';

export const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await strapi.service('admin::permission').actionProvider.registerMany(
    Object.values(PERMISSIONS).map((permission) => ({
      section: 'plugins',
      pluginName: PLUGIN_ID,
      ...permission,
    })),
  );
  // writes that go past the document service, such as a deletion in bulk
  onWrite(strapi, [PROVIDER_UID], () => getService(strapi, 'providers').forget());
  onWrite(strapi, [PROVIDER_UID], () => getService(strapi, 'connections').forget());
  onWrite(strapi, [PROVIDER_UID, TOOL_UID], () => getService(strapi, 'tools').forget());
  // made here, where no transaction is open that its batches could take for theirs
  getService(strapi, 'budgets');
  await getService(strapi, 'tools').loadFromCode();
  getService(strapi, 'logs').start();
};
