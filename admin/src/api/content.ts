import type { ListContentTools, PreviewBlock } from '../../../contracts/content';
import { aiToolsApi, route } from './admin-api';

const contentApi = aiToolsApi.injectEndpoints({
  endpoints: (builder) => ({
    listAiContentTools: builder.query<ListContentTools.Response, void>({
      query: () => route('content', 'tools'),
      providesTags: ['AiToolsTools'],
      // somebody else may switch tools on and off
      keepUnusedDataFor: 0,
    }),
    // a mutation, because the entry changes with every letter and an answer is not worth keeping
    previewAiSummary: builder.mutation<PreviewBlock.Response, PreviewBlock.Request>({
      query: (data) => ({ url: route('content', 'preview'), method: 'POST', data }),
    }),
  }),
});

export const {
  useListAiContentToolsQuery: useListContentToolsQuery,
  usePreviewAiSummaryMutation: usePreviewSummaryMutation,
} = contentApi;
