import type { AnalyticsAnswer } from '../contracts/analytics';
import { answer } from '../server/src/engine/analytics/answer';
import type { Question } from '../server/src/engine/analytics/answer';
import type { AnalyticsStore } from '../server/src/stores/analytics-store';

const DAY_MS = 24 * 3600 * 1000;

/** Something that a page of the admin asks for. */
export interface LogCase {
  name: string;
  run(bench: { store: AnalyticsStore; now: number }): Promise<unknown>;
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

/** The pages of the log belong here, too. */
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
];
