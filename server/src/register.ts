import type { Core } from '@strapi/types';
import { createProviderRules } from './document-rules/provider';
import { createToolRules } from './document-rules/tool';
import { createHostRefusals } from './middlewares/host-refusals';

export const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.documents.use(createToolRules({ strapi }));
  strapi.documents.use(createProviderRules({ strapi }));
  strapi.server.use(createHostRefusals({ strapi }));
};
