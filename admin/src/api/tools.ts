import type { ListModels } from '../../../contracts/connection';
import type {
  CreateTool,
  DeleteTool,
  DuplicateTool,
  FindToolDependents,
  ListTools,
  ReadTool,
  SwitchTool,
  UpdateTool,
} from '../../../contracts/tool-admin';
import type { CheckTool } from '../../../contracts/tool-check';
import type { ExportTools, ImportTools } from '../../../contracts/tool-files';
import type { FindToolOptions } from '../../../contracts/tool-options';
import type { ClearToolCache } from '../../../contracts/tools';
import { aiToolsApi, route } from './admin-api';

type Changed<Request> = Request & { id: string };

/** Whether more of the same follow, and the lists are read again after the last of them. */
interface OneOfMany {
  more?: boolean;
}

const toolsApi = aiToolsApi.injectEndpoints({
  endpoints: (builder) => ({
    listAiTools: builder.query<ListTools.Response, ListTools.Query>({
      query: (params) => ({ url: route('tools'), config: { params } }),
      providesTags: ['AiToolsTools'],
    }),
    readAiTool: builder.query<ReadTool.Response, string>({
      query: (id) => route('tools', id),
      providesTags: ['AiToolsTools'],
    }),
    createAiTool: builder.mutation<CreateTool.Response, CreateTool.Request>({
      query: (data) => ({ url: route('tools'), method: 'POST', data }),
      invalidatesTags: (_answer, error) => (error ? [] : ['AiToolsTools']),
    }),
    updateAiTool: builder.mutation<UpdateTool.Response, Changed<UpdateTool.Request>>({
      query: ({ id, ...data }) => ({
        url: route('tools', id),
        method: 'PUT',
        data: data satisfies UpdateTool.Request,
      }),
      invalidatesTags: (_answer, error) => (error ? [] : ['AiToolsTools']),
    }),
    switchAiTool: builder.mutation<SwitchTool.Response, Changed<SwitchTool.Request> & OneOfMany>({
      query: ({ id, more: _more, ...data }) => ({
        url: route('tools', id, 'enabled'),
        method: 'PUT',
        data: data satisfies SwitchTool.Request,
      }),
      // also after a refusal: what the page shows is then not what the site has
      invalidatesTags: (_answer, _error, { more }) => (more ? [] : ['AiToolsTools']),
    }),
    duplicateAiTool: builder.mutation<DuplicateTool.Response, string>({
      query: (id) => ({ url: route('tools', id, 'duplicate'), method: 'POST' }),
      invalidatesTags: (_answer, error) => (error ? [] : ['AiToolsTools']),
    }),
    findAiToolDependents: builder.query<FindToolDependents.Response, string>({
      query: (id) => route('tools', id, 'dependents'),
      // what runs is counted while nobody looks
      keepUnusedDataFor: 0,
    }),
    deleteAiTool: builder.mutation<DeleteTool.Response, { id: string } & OneOfMany>({
      query: ({ id }) => ({ url: route('tools', id), method: 'DELETE' }),
      // a refusal ends the row, and somebody else may have deleted it
      invalidatesTags: (_answer, error, { more }) => (more && !error ? [] : ['AiToolsTools']),
    }),
    clearAiToolResults: builder.mutation<ClearToolCache.Response, string>({
      query: (slug) => ({ url: route('tools', slug, 'cache'), method: 'DELETE' }),
      invalidatesTags: ['AiToolsSettings'],
    }),
    // a mutation, because a file is made when it is asked for and not kept
    exportAiTools: builder.mutation<ExportTools.Response, ExportTools.Request>({
      query: (data) => ({ url: route('tools', 'export'), method: 'POST', data }),
    }),
    importAiTools: builder.mutation<ImportTools.Response, ImportTools.Request>({
      query: (data) => ({ url: route('tools', 'import'), method: 'POST', data }),
      invalidatesTags: (answer) => (answer?.data.imported ? ['AiToolsTools'] : []),
    }),
    // a mutation, because what is typed changes with every letter and is not worth keeping
    checkAiTool: builder.mutation<CheckTool.Response, CheckTool.Request>({
      query: (data) => ({ url: route('tools', 'check'), method: 'POST', data }),
    }),
    findAiToolOptions: builder.query<FindToolOptions.Response, void>({
      query: () => route('tool-options'),
      providesTags: ['AiToolsProviders'],
    }),
    findAiToolModels: builder.query<ListModels.Response, string>({
      query: (provider) => route('tool-options', provider, 'models'),
      providesTags: ['AiToolsProviders'],
    }),
  }),
});

export const {
  useListAiToolsQuery: useListToolsQuery,
  useReadAiToolQuery: useReadToolQuery,
  useCreateAiToolMutation: useCreateToolMutation,
  useUpdateAiToolMutation: useUpdateToolMutation,
  useSwitchAiToolMutation: useSwitchToolMutation,
  useDuplicateAiToolMutation: useDuplicateToolMutation,
  useFindAiToolDependentsQuery: useFindToolDependentsQuery,
  useDeleteAiToolMutation: useDeleteToolMutation,
  useClearAiToolResultsMutation: useClearToolResultsMutation,
  useExportAiToolsMutation: useExportToolsMutation,
  useImportAiToolsMutation: useImportToolsMutation,
  useCheckAiToolMutation: useCheckToolMutation,
  useFindAiToolOptionsQuery: useFindToolOptionsQuery,
  useLazyFindAiToolModelsQuery: useLazyFindToolModelsQuery,
} = toolsApi;
