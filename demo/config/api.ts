import type { Core } from '@strapi/strapi';

const api: Core.Config.Api = {
  rest: { prefix: '/api', defaultLimit: 25, maxLimit: 100 },
};

export default api;
