import type { BudgetProjection, FiguresGroup, Figures } from '../../../../contracts/analytics';
import type { BudgetStatus } from '../../../../contracts/budgets';
import { toUsd } from '../../../../contracts/money';

interface LastWeek {
  totals: Pick<Figures, 'cost_micros'>;
  groups: readonly Pick<FiguresGroup, 'key' | 'cost_micros'>[];
}

const WEEK_MS = 7 * 24 * 3600 * 1000;

/** The moment a month of the UTC calendar is over, such as `2026-11`. */
const endOf = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
};

/** What each budget comes to by the end of its month, if every day is as those of the last week. */
export const projectBudgets = (
  budgets: readonly BudgetStatus[],
  { totals, groups }: LastWeek,
  now: number,
): BudgetProjection[] =>
  budgets.map((budget) => {
    const source = budget.scope === 'site' ? totals : groups.find(({ key }) => key === budget.tool);
    const usdPerMs = toUsd(source?.cost_micros ?? 0) / WEEK_MS;
    const leftMs = Math.max(0, endOf(budget.month) - now);
    return { ...budget, projected_usd: budget.spent_usd + usdPerMs * leftMs };
  });
