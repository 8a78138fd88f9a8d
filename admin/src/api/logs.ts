import type { FindLog, FindLogStatus, FindLogs } from '../../../contracts/logs';
import { aiToolsApi, route } from './admin-api';

const logsApi = aiToolsApi.injectEndpoints({
  endpoints: (builder) => ({
    findAiToolsLogs: builder.query<FindLogs.Response, FindLogs.Query>({
      query: (params) => ({ url: route('logs'), config: { params } }),
      // what has come meanwhile belongs on the page
      keepUnusedDataFor: 0,
    }),
    findAiToolsLog: builder.query<FindLog.Response, string>({
      query: (requestId) => route('logs', requestId),
    }),
    findAiToolsLogStatus: builder.query<FindLogStatus.Response, void>({
      query: () => route('logs', 'status'),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useFindAiToolsLogsQuery: useFindLogsQuery,
  useLazyFindAiToolsLogsQuery: useLazyFindLogsQuery,
  useFindAiToolsLogQuery: useFindLogQuery,
  useFindAiToolsLogStatusQuery: useFindLogStatusQuery,
} = logsApi;
