import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { FindLogs, LogDetails } from '../../../contracts/logs';
import { LOG_UID } from '../../../contracts/plugin-id';
import { findNewest, queryArrivals } from '../stores/log-arrivals';
import { writeCursor } from '../stores/log-cursor';
import type { LogFilter } from '../stores/log-filter';
import type { LogPosition } from '../stores/log-order';
import { queryLogs } from '../stores/log-pages';
import type { LogPageQuery, LogSource } from '../stores/log-pages';
import { LOG_DETAILS, LOG_SUMMARY } from '../stores/log-rows';

/** With the longest bodies that are stored, some megabytes. */
const ROWS_AT_ONCE = 100;

const toIso = (value: number | null): string | null =>
  value === null ? null : new Date(value).toISOString();

/** Reads what is on record. */
export const createLogQueriesService = ({ strapi }: { strapi: Core.Strapi }) => {
  const openSource = (): LogSource => {
    const { tableName } = strapi.db.metadata.get(LOG_UID);
    return { knex: strapi.db.connection, from: () => strapi.db.getConnection(tableName) };
  };

  return {
    /** A page of rows, newest first unless told. */
    page: async (query: LogPageQuery): Promise<FindLogs.Response> => {
      const source = openSource();
      // before the rows are read: what comes meanwhile is told again, and not missed
      const newest = await findNewest(source);
      const { rows, rest, isComplete } = await queryLogs(source, query, LOG_SUMMARY);
      const cursor = (position: LogPosition | null | undefined): string | null =>
        position ? writeCursor(query.sort, position) : null;
      const { start, isBackwards } = query;
      const [first, last] = [rows.at(0)?.position ?? start, rows.at(-1)?.position ?? start];
      return {
        data: rows.map(({ row }) => row),
        page: isBackwards
          ? { previous: cursor(rest), next: start && cursor(last) }
          : { previous: start && cursor(first), next: cursor(rest) },
        newest: String(newest),
        searched: {
          complete: isComplete,
          until: !isComplete && query.sort === 'time' ? toIso(rest?.value ?? null) : null,
        },
      };
    },

    /** What was written after the row with the id `after`, oldest first. */
    arrivals: async (filter: LogFilter, after: number, limit: number): Promise<FindLogs.Response> => {
      const { rows, newest, isComplete } = await queryArrivals(
        openSource(),
        { filter, after, limit },
        LOG_SUMMARY,
      );
      return {
        data: rows,
        page: { previous: null, next: null },
        newest: String(newest),
        searched: { complete: isComplete, until: null },
      };
    },

    find: async (requestId: string): Promise<LogDetails | null> => {
      const row: unknown = await openSource()
        .from()
        .select(...LOG_DETAILS.columns)
        .where('request_id', requestId)
        .first();
      return row ? LOG_DETAILS.read(row) : null;
    },

    /**
     * All rows that are there now, in portions: between them others have the database, and the memory of the last one
     * is free.
     */
    async *readAll(filter: LogFilter, direction: 'asc' | 'desc'): AsyncGenerator<LogDetails[]> {
      const source = openSource();
      const to = Math.min(filter.to ?? Infinity, Date.now() + 1);
      let start: LogPosition | null = null;
      do {
        const query: LogPageQuery = {
          filter: { ...filter, to },
          sort: 'time',
          direction,
          limit: ROWS_AT_ONCE,
          start,
          isBackwards: false,
        };
        const { rows, rest } = await queryLogs(source, query, LOG_DETAILS);
        yield rows.map(({ row }) => row);
        start = rest;
        await nextTurn();
      } while (start);
    },
  };
};
