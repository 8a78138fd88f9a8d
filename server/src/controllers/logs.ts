import { Readable } from 'node:stream';
import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { toCsvLine } from '../../../contracts/csv';
import type { FindLog, FindLogStatus, FindLogs, LogDetails } from '../../../contracts/logs';
import { getService } from '../services/get-service';
import { LOG_DETAILS } from '../stores/log-rows';
import { readExportQuery, readPageQuery } from './log-parameters';

interface Format {
  type: string;
  head: string;
  toLine(row: LogDetails): string;
}

const FORMATS: Record<'csv' | 'jsonl', Format> = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    head: toCsvLine(LOG_DETAILS.columns),
    toLine: (row) => toCsvLine(LOG_DETAILS.columns.map((column): unknown => Reflect.get(row, column))),
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    toLine: (row) => `${JSON.stringify(row)}\n`,
  },
};

const write = async function* (
  { head, toLine }: Format,
  portions: AsyncIterable<LogDetails[]>,
): AsyncGenerator<string> {
  // so that the answer begins, and an empty file is one
  yield head;
  for await (const rows of portions) if (rows.length > 0) yield rows.map(toLine).join('');
};

export const createLogsController = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** GET /logs */
  find: async (ctx: Context): Promise<void> => {
    const query = readPageQuery(ctx);
    const queries = getService(strapi, 'log-queries');
    const answer =
      'newerThan' in query
        ? await queries.arrivals(query.filter, query.newerThan, query.limit)
        : await queries.page(query);
    ctx.body = answer satisfies FindLogs.Response;
  },

  /** GET /logs/:requestId */
  findOne: async (ctx: Context): Promise<void> => {
    const data = await getService(strapi, 'log-queries').find(String(ctx.params.requestId));
    if (!data) throw new errors.NotFoundError('There is no log row with this request id.');
    ctx.body = { data } satisfies FindLog.Response;
  },

  /** GET /logs/export */
  export: (ctx: Context): void => {
    const { filter, format, direction } = readExportQuery(ctx);
    const { type } = FORMATS[format];
    const rows = getService(strapi, 'log-queries').readAll(filter, direction);
    ctx.attachment(`ai-tools-log-${new Date().toISOString().slice(0, 10)}.${format}`);
    ctx.type = type;
    // reads one portion ahead, and no more; when the caller hangs up, it is destroyed and reading ends
    const file = Readable.from(write(FORMATS[format], rows));
    // Koa answers an error only as long as nothing has been sent, and else leaves the caller waiting
    file.once('error', () => {
      if (ctx.res.headersSent) ctx.res.destroy();
    });
    ctx.body = file;
  },

  /** GET /logs/status */
  status: async (ctx: Context): Promise<void> => {
    // another instance may have changed them
    await getService(strapi, 'settings-in-force').upToDate();
    const { durability, waiting, writtenRows, lostRows, failure } = getService(strapi, 'logs').status();
    const { retention_days, capture } = getService(strapi, 'settings-in-force').current().logs;
    ctx.body = {
      data: {
        durability,
        waiting_rows: waiting.rows,
        waiting_bytes: waiting.bytes,
        written_rows: writtenRows,
        lost_rows: lostRows,
        failure,
        retention_days,
        capture,
      },
    } satisfies FindLogStatus.Response;
  },
});
