import * as React from 'react';
import type { ContentRunEvent, FindMappings, RunInContent, SaveMapping } from '../../../contracts/content';
import { aiToolsApi, route } from './admin-api';
import { useEventStream } from './event-stream';
import { readContentEvent } from './read-content-run';
import type { Refusal } from './read-playground';

const contentApi = aiToolsApi.injectEndpoints({
  endpoints: (builder) => ({
    findAiToolsMappings: builder.query<FindMappings.Response, FindMappings.Query>({
      query: (params) => ({ url: route('content', 'mappings'), method: 'GET', config: { params } }),
      keepUnusedDataFor: 0,
    }),
    saveAiToolsMapping: builder.mutation<SaveMapping.Response, SaveMapping.Request>({
      query: (data) => ({ url: route('content', 'mappings'), method: 'PUT', data }),
    }),
  }),
});

export const {
  useFindAiToolsMappingsQuery: useMappingsQuery,
  useSaveAiToolsMappingMutation: useSaveMappingMutation,
} = contentApi;

interface RunOptions {
  /** hangs up, which stops the run */
  signal: AbortSignal;
  onEvent(event: ContentRunEvent): void;
}

/**
 * Runs a tool, and tells each event when it comes. Resolves to why the run was refused, or to null when it took place;
 * rejects when the connection breaks or is hung up.
 */
export const useRunInContent = () => {
  const stream = useEventStream();
  return React.useCallback(
    (run: RunInContent.Request, { signal, onEvent }: RunOptions): Promise<Refusal | null> => {
      const onData = (data: string): void => {
        const event = readContentEvent(data);
        if (event) onEvent(event);
      };
      return stream(route('content', 'run'), run, { signal, onData });
    },
    [stream],
  );
};
