import type { FindAnalytics, FindBudgets } from '../../../contracts/analytics';
import { aiToolsApi, route } from './admin-api';

const analyticsApi = aiToolsApi.injectEndpoints({
  endpoints: (builder) => ({
    findAiToolsAnalytics: builder.query<FindAnalytics.Response, FindAnalytics.Query>({
      query: (params) => ({ url: route('analytics'), config: { params } }),
    }),
    findAiToolsBudgets: builder.query<FindBudgets.Response, void>({
      query: () => route('analytics', 'budgets'),
    }),
  }),
});

export const {
  useFindAiToolsAnalyticsQuery: useFindAnalyticsQuery,
  useFindAiToolsBudgetsQuery: useFindBudgetsQuery,
} = analyticsApi;
