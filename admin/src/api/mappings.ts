import type { FindMappings, SaveMapping } from '../../../contracts/content';
import { aiToolsApi, route } from './admin-api';

const MAPPINGS = 'AiToolsMappings';

const mappingsApi = aiToolsApi.enhanceEndpoints({ addTagTypes: [MAPPINGS] }).injectEndpoints({
  endpoints: (builder) => ({
    findAiToolsBulkMappings: builder.query<FindMappings.Response, string>({
      query: (contentType) => ({
        url: route('content', 'mappings'),
        config: { params: { content_type: contentType } },
      }),
      providesTags: [MAPPINGS],
      // what was used last, by anybody
      keepUnusedDataFor: 0,
    }),
    saveAiToolsBulkMapping: builder.mutation<SaveMapping.Response, SaveMapping.Request>({
      query: (mapping) => ({ url: route('content', 'mappings'), method: 'PUT', data: mapping }),
      invalidatesTags: (_answer, error) => (error ? [] : [MAPPINGS]),
    }),
  }),
});

export const {
  useFindAiToolsBulkMappingsQuery: useFindMappingsQuery,
  useSaveAiToolsBulkMappingMutation: useSaveMappingMutation,
} = mappingsApi;
