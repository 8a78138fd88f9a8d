import type { Core } from '@strapi/types';
import type { AnalyticsAnswer, BudgetProjection } from '../../../contracts/analytics';
import type { ToolUsage } from '../../../contracts/tool-admin';
import { LOG_UID } from '../../../contracts/plugin-id';
import { answer } from '../engine/analytics/answer';
import type { Question } from '../engine/analytics/answer';
import { projectBudgets } from '../engine/analytics/project-budgets';
import { createAnalyticsJob } from '../stores/analytics-job';
import { createAnalyticsStore } from '../stores/analytics-store';
import { findCallerLabels } from './caller-labels';
import { getService } from './get-service';

const DAY_MS = 24 * 3600 * 1000;
const WEEK_MS = 7 * DAY_MS;
const USAGE_MS = 30 * DAY_MS;

/** Counts the log, and answers from what was counted. */
export const createAnalyticsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const store = createAnalyticsStore({
    knex: strapi.db.connection,
    schema: strapi.db.getSchemaName(),
    logTable: strapi.db.metadata.get(LOG_UID).tableName,
  });
  const job = createAnalyticsJob({
    rollUp: store.rollUp,
    // SQLite has one writer: there, ids are in the order of commits
    isChecked: strapi.db.dialect.client !== 'sqlite',
    warn: (message) => strapi.log.warn(`[ai-tools] ${message}`),
  });

  const withLabels = async (found: AnalyticsAnswer): Promise<AnalyticsAnswer> => {
    const labels = await findCallerLabels(
      strapi,
      found.groups.map(({ key }) => key),
    );
    return {
      ...found,
      groups: found.groups.map((group) => ({ ...group, label: labels.get(group.key) ?? null })),
    };
  };

  return {
    find: async (question: Question): Promise<AnalyticsAnswer> => {
      const found = await answer(question, store.read);
      return question.split === 'caller' ? withLabels(found) : found;
    },

    /** Every budget of this month with what it will come to. */
    budgets: async (): Promise<BudgetProjection[]> => {
      const now = Date.now();
      const budgets = await getService(strapi, 'budgets').status();
      const tools = budgets.flatMap(({ tool }) => tool ?? []);
      const lastWeek = {
        span: { start: now - WEEK_MS, end: now },
        zone: 'UTC',
        bucket: 'week',
        limit: tools.length,
        compare: false,
        // money is money, whatever it was spent for
        trials: true,
      } as const;
      const { totals } = await answer({ ...lastWeek, split: null, filters: {} }, store.read);
      const { groups } = await answer({ ...lastWeek, split: 'tool', filters: { tool: tools } }, store.read);
      return projectBudgets(budgets, { totals, groups }, now);
    },

    /** What each of these tools did in the last thirty days, trials left out. */
    usageOf: async (slugs: readonly string[]): Promise<(slug: string) => ToolUsage> => {
      const end = Date.now();
      const { groups } = await answer(
        {
          span: { start: end - USAGE_MS, end },
          zone: 'UTC',
          bucket: 'month',
          split: 'tool',
          filters: { tool: [...slugs] },
          limit: slugs.length,
          compare: false,
          trials: false,
        },
        store.read,
      );
      const known = new Map(groups.map(({ key, runs, cost_micros }) => [key, { runs, cost_micros }]));
      return (slug) => known.get(slug) ?? { runs: 0, cost_micros: 0 };
    },

    /**
     * Log rows with this id or a lower one are counted. Whoever deletes log rows leaves those with higher ids, and then
     * the analytics lose nothing.
     */
    rolledUpTo: store.rolledUpTo,

    /**
     * Counts every hour anew that the log still has all rows of; resolves to how many that were. Nothing needs this as
     * long as nobody changes log rows by hand.
     *
     * @example
     * await strapi.plugin('ai-tools').service('analytics').rebuild();
     */
    rebuild: store.rebuild,

    start: job.start,
    close: job.close,
  };
};
