import type { BudgetProjection } from '../../../../../contracts/analytics';

export type BudgetState = 'used-up' | 'will-be-exceeded' | 'on-course';

/** What a bar shows, in parts of its length, and what it means. */
export interface BudgetBar {
  spent: number;
  reserved: number;
  /** where the month will end; null where that is beyond the bar */
  projected: number | null;
  state: BudgetState;
}

const part = (amount: number, whole: number): number =>
  whole <= 0 ? 1 : Math.min(1, Math.max(0, amount / whole));

/** A bar is as long as the budget: what is beyond it is told in words. */
export const budgetBar = ({
  spent_usd: spent,
  reserved_usd: reserved,
  budget_usd: budget,
  projected_usd: projected,
}: Pick<BudgetProjection, 'spent_usd' | 'reserved_usd' | 'budget_usd' | 'projected_usd'>): BudgetBar => {
  const spentPart = part(spent, budget);
  return {
    spent: spentPart,
    reserved: Math.min(part(reserved, budget), 1 - spentPart),
    projected: projected > budget ? null : part(projected, budget),
    state: spent >= budget ? 'used-up' : projected > budget ? 'will-be-exceeded' : 'on-course',
  };
};

/** The site's own budget, then those that are nearest to their end. */
export const orderBudgets = (budgets: readonly BudgetProjection[]): BudgetProjection[] =>
  [...budgets].sort(
    (a, b) =>
      Number(a.scope !== 'site') - Number(b.scope !== 'site') ||
      part(b.projected_usd, b.budget_usd) - part(a.projected_usd, a.budget_usd) ||
      part(b.spent_usd, b.budget_usd) - part(a.spent_usd, a.budget_usd),
  );

/** The beginning and the end of a month of the UTC calendar, such as `2026-11`. */
export const monthMoments = (month: string): { from: string; to: string } => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return {
    from: new Date(Date.UTC(year, number - 1, 1)).toISOString(),
    to: new Date(Date.UTC(year, number, 1)).toISOString(),
  };
};
