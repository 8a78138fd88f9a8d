import type { ClearCache, GetSettings } from '../../../contracts/settings';
import { aiToolsApi, route } from './admin-api';

const settingsApi = aiToolsApi.injectEndpoints({
  endpoints: (builder) => ({
    getAiToolsSettings: builder.query<GetSettings.Response, void>({
      query: () => route('settings'),
      providesTags: ['AiToolsSettings'],
      // the cache fills while nobody looks
      keepUnusedDataFor: 0,
    }),
    clearAiToolsCache: builder.mutation<ClearCache.Response, void>({
      query: () => ({ url: route('cache'), method: 'DELETE' }),
      invalidatesTags: ['AiToolsSettings'],
    }),
  }),
});

export const {
  useGetAiToolsSettingsQuery: useGetSettingsQuery,
  useClearAiToolsCacheMutation: useClearCacheMutation,
} = settingsApi;
