import type {
  BulkItemState,
  BulkOrder,
  ChangeBulkRun,
  EstimateBulkRun,
  FindBulkRun,
  ListBulkItems,
  ListBulkRuns,
  PreviewBulkRun,
  StartBulkRun,
} from '../../../contracts/bulk-runs';
import { aiToolsApi, route } from './admin-api';

const RUNS = 'AiToolsBulkRuns';
/** The host's own tag for entries. */
const ENTRIES = 'Document';
const LIST = 'LIST';

export type BulkChange = 'stop' | 'resume' | 'undo';

interface ItemsQuestion {
  id: number;
  state: BulkItemState;
  /** how many there are by now: with another number the list is read again */
  count: number;
}

const bulkRunsApi = aiToolsApi.enhanceEndpoints({ addTagTypes: [RUNS, ENTRIES] }).injectEndpoints({
  endpoints: (builder) => ({
    estimateAiToolsBulkRun: builder.query<EstimateBulkRun.Response, BulkOrder>({
      query: (order) => ({ url: route('bulk-runs', 'estimate'), method: 'POST', data: order }),
      // prices, budgets and entries change
      keepUnusedDataFor: 0,
    }),
    previewAiToolsBulkRun: builder.mutation<PreviewBulkRun.Response, BulkOrder>({
      query: (order) => ({ url: route('bulk-runs', 'preview'), method: 'POST', data: order }),
    }),
    startAiToolsBulkRun: builder.mutation<StartBulkRun.Response, BulkOrder>({
      query: (order) => ({ url: route('bulk-runs'), method: 'POST', data: order }),
      invalidatesTags: (_answer, error) => (error ? [] : [{ type: RUNS, id: LIST }]),
    }),
    listAiToolsBulkRuns: builder.query<ListBulkRuns.Response, string>({
      query: (contentType) => ({
        url: route('bulk-runs'),
        config: { params: { content_type: contentType } },
      }),
      providesTags: [{ type: RUNS, id: LIST }],
      keepUnusedDataFor: 0,
    }),
    findAiToolsBulkRun: builder.query<FindBulkRun.Response, number>({
      query: (id) => route('bulk-runs', String(id)),
      providesTags: (_answer, _error, id) => [{ type: RUNS, id }],
      keepUnusedDataFor: 0,
    }),
    listAiToolsBulkItems: builder.query<ListBulkItems.Response, ItemsQuestion>({
      query: ({ id, state }) => ({
        url: route('bulk-runs', String(id), 'items'),
        config: { params: { state } },
      }),
      keepUnusedDataFor: 0,
    }),
    changeAiToolsBulkRun: builder.mutation<ChangeBulkRun.Response, { id: number; change: BulkChange }>({
      query: ({ id, change }) => ({ url: route('bulk-runs', String(id), change), method: 'POST' }),
      // also when it is refused: then it is not in the state that the page shows
      invalidatesTags: (_answer, _error, { id }) => [
        { type: RUNS, id },
        { type: RUNS, id: LIST },
      ],
    }),
    /** Nothing is asked for: entries of this type were written outside the host's own calls. */
    forgetAiToolsBulkEntries: builder.mutation<null, { contentType: string; list: boolean }>({
      queryFn: () => ({ data: null }),
      invalidatesTags: (_answer, _error, { contentType, list }) => [
        ...(list ? [{ type: ENTRIES, id: `${contentType}_LIST` } as const] : []),
        { type: ENTRIES, id: `${contentType}_ALL_ITEMS` },
      ],
    }),
  }),
});

const { updateQueryData } = bulkRunsApi.util;

/** What is known of a run holds in the list of runs as well, without asking twice. */
bulkRunsApi.enhanceEndpoints({
  endpoints: {
    findAiToolsBulkRun: {
      onQueryStarted: async (_id, { dispatch, queryFulfilled }) => {
        // why there is none, those who have asked are told
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        const run = answer.data.data;
        dispatch(
          updateQueryData('listAiToolsBulkRuns', run.content_type, (list) => {
            list.data = list.data.map((known) => (known.id === run.id ? run : known));
          }),
        );
      },
    },
  },
});

export const {
  useEstimateAiToolsBulkRunQuery: useEstimateQuery,
  usePreviewAiToolsBulkRunMutation: usePreviewMutation,
  useStartAiToolsBulkRunMutation: useStartMutation,
  useListAiToolsBulkRunsQuery: useListRunsQuery,
  useFindAiToolsBulkRunQuery: useFindRunQuery,
  useListAiToolsBulkItemsQuery: useListItemsQuery,
  useChangeAiToolsBulkRunMutation: useChangeRunMutation,
  useForgetAiToolsBulkEntriesMutation: useForgetEntriesMutation,
} = bulkRunsApi;
