import type { ClearCache, GetSettings, UpdateSettings } from '../../../contracts/settings';
import { aiToolsApi, route } from './admin-api';

const settingsApi = aiToolsApi.injectEndpoints({
  endpoints: (builder) => ({
    getAiToolsSettings: builder.query<GetSettings.Response, void>({
      query: () => route('settings'),
      providesTags: ['AiToolsSettings'],
      // the cache fills while nobody looks
      keepUnusedDataFor: 0,
    }),
    updateAiToolsSettings: builder.mutation<UpdateSettings.Response, UpdateSettings.Request>({
      query: (changes) => ({ url: route('settings'), method: 'PUT', data: changes }),
      invalidatesTags: (_answer, error) => (error ? [] : ['AiToolsSettings']),
    }),
    clearAiToolsCache: builder.mutation<ClearCache.Response, void>({
      query: () => ({ url: route('cache'), method: 'DELETE' }),
      invalidatesTags: ['AiToolsSettings'],
    }),
  }),
});

export const {
  useGetAiToolsSettingsQuery: useGetSettingsQuery,
  useUpdateAiToolsSettingsMutation: useUpdateSettingsMutation,
  useClearAiToolsCacheMutation: useClearCacheMutation,
} = settingsApi;
