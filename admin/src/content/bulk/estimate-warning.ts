import type { EstimateBulkRun } from '../../../../contracts/bulk-runs';

type Money = Pick<EstimateBulkRun.Response['data'], 'cost_usd_at_most' | 'budget_left_usd'>;

/** Whether what is left of the budget will do for the whole run, as far as that can be told. */
export type BudgetWarning = 'used-up' | 'may-not-do' | 'unknown-cost' | null;

export const warnOfBudget = ({ cost_usd_at_most: cost, budget_left_usd: left }: Money): BudgetWarning => {
  if (left === null) return null;
  if (left <= 0 && cost !== 0) return 'used-up';
  if (cost === null) return 'unknown-cost';
  return cost > left ? 'may-not-do' : null;
};
