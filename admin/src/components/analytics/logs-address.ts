import type { LogFilter, LogSort } from '../../../../contracts/logs';
import { pathTo } from '../../sections';

/** Which rows of the log, and which of them first. */
export interface LogsQuery extends LogFilter {
  sort?: LogSort;
}

/** The address of the Logs page with the rows behind a figure. */
export const logsAddress = (query: LogsQuery): string => {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) address.set(name, value);
  const search = address.toString();
  return pathTo(search ? `logs?${search}` : 'logs');
};
