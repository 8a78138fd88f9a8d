import type { ListModels, TestConnection } from '../../../contracts/connection';
import type {
  DeleteProvider,
  FindProviders,
  ProviderChanges,
  UpdateProvider,
} from '../../../contracts/providers';
import { aiToolsApi, route } from './admin-api';

interface Change {
  id: string;
  changes: ProviderChanges;
}

const providersApi = aiToolsApi.injectEndpoints({
  endpoints: (builder) => ({
    findAiToolsProviders: builder.query<FindProviders.Response, void>({
      query: () => route('providers'),
      providesTags: ['AiToolsProviders'],
    }),
    updateAiToolsProvider: builder.mutation<UpdateProvider.Response, Change>({
      query: ({ id, changes }) => ({
        url: route('providers', id),
        method: 'PUT',
        data: changes satisfies UpdateProvider.Request,
      }),
      invalidatesTags: (_answer, error) => (error ? [] : ['AiToolsProviders']),
    }),
    deleteAiToolsProvider: builder.mutation<DeleteProvider.Response, string>({
      query: (id) => ({ url: route('providers', id), method: 'DELETE' }),
      invalidatesTags: (_answer, error) => (error ? [] : ['AiToolsProviders']),
    }),
    // a mutation, because it sends a request that may cost money: never made or repeated by the cache
    testAiToolsConnection: builder.mutation<TestConnection.Response, Change>({
      query: ({ id, changes }) => ({
        url: route('providers', id, 'test'),
        method: 'POST',
        data: changes satisfies TestConnection.Request,
      }),
    }),
    // a mutation, because what was typed holds a key that must not become the name of a cache entry
    listAiToolsModels: builder.mutation<ListModels.Response, Change>({
      query: ({ id, changes }) => ({
        url: route('providers', id, 'models'),
        method: 'POST',
        data: changes satisfies ListModels.Request,
      }),
    }),
  }),
});

export const {
  useFindAiToolsProvidersQuery: useFindProvidersQuery,
  useUpdateAiToolsProviderMutation: useUpdateProviderMutation,
  useDeleteAiToolsProviderMutation: useDeleteProviderMutation,
  useTestAiToolsConnectionMutation: useTestConnectionMutation,
  useListAiToolsModelsMutation: useListModelsMutation,
} = providersApi;
