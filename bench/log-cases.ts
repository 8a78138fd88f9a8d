import type { Knex } from 'knex';
import type { AnalyticsAnswer } from '../contracts/analytics';
import { answer } from '../server/src/engine/analytics/answer';
import type { Question } from '../server/src/engine/analytics/answer';
import type { AnalyticsStore } from '../server/src/stores/analytics-store';
import { ALL_LOGS } from '../server/src/stores/log-filter';
import { queryLogs } from '../server/src/stores/log-pages';
import type { LogPageQuery } from '../server/src/stores/log-pages';
import { LOG_SUMMARY } from '../server/src/stores/log-rows';
import { LOG_TABLE } from '../tests/support/analytics-database';

const DAY_MS = 24 * 3600 * 1000;

/** Something that a page of the admin asks for. */
export interface LogCase {
  name: string;
  run(bench: { store: AnalyticsStore; knex: Knex; now: number }): Promise<unknown>;
}

const ask =
  (changes: Partial<Question>, days = 30): LogCase['run'] =>
  async ({ store, now }): Promise<AnalyticsAnswer> => {
    const found = await answer(
      {
        span: { start: now - days * DAY_MS, end: now },
        zone: 'Europe/Berlin',
        bucket: 'day',
        split: 'tool',
        limit: 50,
        filters: {},
        compare: true,
        trials: false,
        ...changes,
      },
      store.read,
    );
    if (found.totals.runs === 0) throw new Error('Nothing was counted.');
    return found;
  };

const page =
  (changes: Partial<LogPageQuery>): LogCase['run'] =>
  async ({ knex }) => {
    const { rows } = await queryLogs(
      { knex, from: () => knex(LOG_TABLE) },
      {
        filter: ALL_LOGS,
        sort: 'time',
        direction: 'desc',
        limit: 50,
        start: null,
        isBackwards: false,
        ...changes,
      },
      LOG_SUMMARY,
    );
    if (rows.length !== 50) throw new Error(`The page has ${rows.length} rows.`);
  };

export const LOG_CASES: readonly LogCase[] = [
  { name: '30-day dashboard by day and tool, with the 30 days before', run: ask({}) },
  { name: 'the same in Kathmandu (+05:45)', run: ask({ zone: 'Asia/Kathmandu' }) },
  {
    name: 'the same by model, one provider’s successes only',
    run: ask({ split: 'model', filters: { provider: ['openai'], status: ['success'] } }),
  },
  { name: 'one tool, 30 days by day', run: ask({ filters: { tool: ['tool-3'] }, split: 'status' }) },
  { name: '24 hours by hour', run: ask({ bucket: 'hour' }, 1) },
  { name: '30 days by hour (720 buckets)', run: ask({ bucket: 'hour' }) },
  { name: '30 days by day and caller (400 users)', run: ask({ split: 'caller' }) },
  { name: 'log: first page', run: page({}) },
  { name: 'log: last page', run: page({ isBackwards: true }) },
  { name: 'log: the slowest runs', run: page({ sort: 'latency' }) },
  {
    name: 'log: the last page by cost, with those of unknown cost',
    run: page({ sort: 'cost', isBackwards: true }),
  },
  {
    name: 'log: the dearest of one user',
    run: page({ sort: 'cost', filter: { ...ALL_LOGS, callerId: '7' } }),
  },
  {
    name: 'log: words of an error, in one tool',
    run: page({ filter: { ...ALL_LOGS, tool: 'tool-1', text: 'WENT WRONG' } }),
  },
];
