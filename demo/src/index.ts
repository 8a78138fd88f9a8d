import type { Core } from '@strapi/strapi';
import { seed } from './seed';
import { summarizeOnSave } from './summarize-on-save';

export default {
  register: ({ strapi }: { strapi: Core.Strapi }): void => {
    strapi.documents.use(summarizeOnSave(strapi));
  },
  bootstrap: ({ strapi }: { strapi: Core.Strapi }): Promise<void> => seed(strapi),
};
