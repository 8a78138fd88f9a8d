import type { Core } from '@strapi/types';
import { PROVIDER_UID, TOOL_UID } from '../../contracts/plugin-id';
import { onWrite } from './on-write';
import { getService } from './services/get-service';

export const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  // writes that go past the document service, such as a deletion in bulk
  onWrite(strapi, [PROVIDER_UID], () => getService(strapi, 'providers').forget());
  onWrite(strapi, [PROVIDER_UID, TOOL_UID], () => getService(strapi, 'tools').forget());
  await getService(strapi, 'tools').loadFromCode();
};
