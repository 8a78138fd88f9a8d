import type { Core } from '@strapi/types';
import type { BudgetStatus } from '../../../contracts/budgets';
import { toUsd } from '../../../contracts/money';
import { createReserve, monthOf, siteBudget, toolBudget } from '../engine/budget';
import type { BudgetStore, Reserve } from '../engine/budget';
import { ToolError } from '../engine/tool-error';
import { keyOf } from '../stores/budget-batch';
import type { BudgetEvent } from '../stores/budget-batch';
import { createBudgetStore } from '../stores/budgets';
import { getService } from './get-service';

const NOTHING = { spentMicros: 0, reservedMicros: 0 };

export interface BudgetsService {
  reserve: Reserve;
  /**
   * How far every budget of this month is used up: the site's first, where it has one, then those of the tools, by
   * slug. A budget that nothing was spent of yet is there with zeros. `spent_usd` is what was billed, or what was set
   * aside where the bill is not known; `reserved_usd` is set aside for calls that are running. Rejects when the
   * database cannot be had.
   *
   * @example
   * const budgets = await strapi.plugin('ai-tools').service('budgets').status();
   * // [{ scope: 'tool', tool: 'summarizer', month: '2026-11', spent_usd: 1.2, reserved_usd: 0.01, budget_usd: 5 }]
   */
  status(): Promise<BudgetStatus[]>;
  close(): Promise<void>;
}

/** Keeps the money of the site: always in its own database, which outlives a Redis server and a process. */
export const createBudgetsService = ({ strapi }: { strapi: Core.Strapi }): BudgetsService => {
  const settings = getService(strapi, 'settings-in-force');
  const siteBudgetUsd = () => settings.current().budget_usd;
  const isSqlite = strapi.db.dialect.client === 'sqlite';

  const { tell } = getService(strapi, 'events');

  const tellOf = ({ name, budget, spentMicros }: BudgetEvent): void => {
    const { scope, tool, month, limitMicros } = budget;
    tell({
      name,
      payload: { scope, tool, month, spent_usd: toUsd(spentMicros), budget_usd: toUsd(limitMicros) },
    });
  };

  const store = createBudgetStore({
    connection: strapi.db.connection,
    schema: strapi.db.getSchemaName(),
    isSqlite,
    now: Date.now,
    tell: tellOf,
    warn: (message) => strapi.log.warn(`[ai-tools] ${message}`),
  });

  /**
   * SQLite has one connection. Inside a transaction it is taken, and to count money there would be to forget it with a
   * rollback; the transaction may end in time, and otherwise the person who can change that has to be told.
   */
  const reserveOutsideTransaction: BudgetStore['reserve'] = async (request) => {
    const isTaken = isSqlite && strapi.db.inTransaction();
    return store.reserve(request).catch((cause) => {
      if (!isTaken) throw cause;
      throw new ToolError(
        'provider_unavailable',
        'On SQLite, a tool with a budget cannot run while a database transaction waits for it, as in a lifecycle hook or a document service middleware: run it without waiting, or after the write; or use PostgreSQL, MySQL or MariaDB.',
        { cause },
      );
    });
  };

  return {
    reserve: createReserve({
      siteBudgetUsd,
      store: { reserve: reserveOutsideTransaction },
      now: Date.now,
    }),

    status: async () => {
      await settings.upToDate();
      const month = monthOf(Date.now());
      const ofSite = siteBudgetUsd();
      const tools = await getService(strapi, 'tools').listBudgets();
      const budgets = [
        ...(ofSite === null ? [] : [siteBudget(ofSite, month)]),
        ...tools.map(({ slug, budget_usd }) => toolBudget(slug, budget_usd, month)),
      ];
      const used = await store.read(budgets);
      return budgets.map((budget) => {
        const { spentMicros, reservedMicros } = used.get(keyOf(budget)) ?? NOTHING;
        const { scope, tool, limitMicros } = budget;
        return {
          scope,
          tool,
          month,
          spent_usd: toUsd(spentMicros),
          reserved_usd: toUsd(reservedMicros),
          budget_usd: toUsd(limitMicros),
        };
      });
    },

    close: () => store.close(),
  };
};
