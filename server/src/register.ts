import type { Core } from '@strapi/types';
import { LOG_UID, PROVIDER_UID, TOOL_UID } from '../../contracts/plugin-id';
import { createProviderRules } from './document-rules/provider';
import { createToolRules } from './document-rules/tool';
import { createGraphqlRendering } from './content/render-in-graphql';
import { createHostRefusals } from './middlewares/host-refusals';
import { createUnreadableBodies } from './middlewares/unreadable-bodies';
import { addRenderParameter, createRenderOnRead } from './middlewares/render-on-read';
import { getService } from './services/get-service';
import { analyticsModels } from './stores/analytics-models';
import { budgetModels } from './stores/budget-models';
import { bulkModels } from './stores/bulk-models';
import { contentMappingModels } from './stores/content-mapping-models';

export const register = ({ strapi }: { strapi: Core.Strapi }): void => {
  strapi.documents.use(createToolRules({ strapi }));
  strapi.documents.use(createProviderRules({ strapi }));
  strapi.server.use(createHostRefusals({ strapi }));
  // inside of the other, which has the words for a run that was refused so
  strapi.server.use(createUnreadableBodies({ strapi }));
  hideFromGraphql(strapi);
  renderOnRead(strapi);
  const models = [...budgetModels, ...analyticsModels, ...contentMappingModels, ...bulkModels];
  for (const model of models) strapi.get('models').add(model);
  strapi
    .hook('strapi::content-types.afterSync')
    .register(({ oldContentTypes }: { oldContentTypes: unknown }) =>
      getService(strapi, 'removal').compare(oldContentTypes),
    );
};

/** The GraphQL plugin, where a site has it, makes queries for every content type that it is not told to leave out. */
const hideFromGraphql = (strapi: Core.Strapi): void => {
  const extension = strapi.plugin('graphql')?.service('extension');
  for (const uid of [TOOL_UID, PROVIDER_UID, LOG_UID]) extension?.shadowCRUD(uid).disable();
};

/** Inside of what the site puts around all its answers, such as compression, and outside of its controllers. */
const renderOnRead = (strapi: Core.Strapi): void => {
  for (const uid of getService(strapi, 'content-rendering').rendered) {
    if (Object.hasOwn(strapi.contentTypes, uid)) continue;
    strapi.log.warn(`[ai-tools] content.types names "${uid}", which is no content type of this site`);
  }
  addRenderParameter({ strapi });
  strapi.server.api('content-api').use(createRenderOnRead({ strapi }));
  strapi.plugin('graphql')?.service('extension').use(createGraphqlRendering({ strapi }));
};
