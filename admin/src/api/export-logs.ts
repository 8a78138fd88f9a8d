import * as React from 'react';
import type { ExportLogs } from '../../../contracts/logs';
import { route } from './admin-api';
import { useAuthorizedFetch } from './authorized-fetch';
import { readRefusal } from './read-playground';

interface ExportOptions {
  /** hangs up: the site stops reading */
  signal: AbortSignal;
  /** in order; the next bytes are asked for when it is done with these */
  onBytes(bytes: Uint8Array): Promise<void>;
}

const toSearch = (query: ExportLogs.Query): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given).toString();
};

/**
 * Reads the export of the log as it comes. Rejects with the server's own words when it is refused, and when the
 * connection breaks or is hung up.
 */
export const useExportLogs = () => {
  const authorizedFetch = useAuthorizedFetch();
  return React.useCallback(
    async (query: ExportLogs.Query, { signal, onBytes }: ExportOptions): Promise<void> => {
      const response = await authorizedFetch(`${route('logs', 'export')}?${toSearch(query)}`, { signal });
      if (!response.ok || !response.body) {
        throw new Error(readRefusal(await response.text()).sentence ?? response.statusText);
      }
      const reader = response.body.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) await onBytes(next.value);
    },
    [authorizedFetch],
  );
};
