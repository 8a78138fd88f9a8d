import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { FindAnalytics, FindBudgets } from '../../../contracts/analytics';
import { getService } from '../services/get-service';
import { readQuestion } from './analytics-question';

export const createAnalyticsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** GET /analytics */
  find: async (ctx: Context): Promise<void> => {
    const data = await getService(strapi, 'analytics').find(readQuestion(ctx.query));
    ctx.body = { data } satisfies FindAnalytics.Response;
  },

  /** GET /analytics/budgets */
  findBudgets: async (ctx: Context): Promise<void> => {
    const data = await getService(strapi, 'analytics').budgets();
    ctx.body = { data } satisfies FindBudgets.Response;
  },
});
