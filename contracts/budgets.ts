/** What the site may spend, or one tool of it, in a month of the UTC calendar. */
export interface BudgetName {
  scope: 'site' | 'tool';
  /** the slug of the tool; null for the site's own budget */
  tool: string | null;
  /** such as `2026-11` */
  month: string;
}

/** How far a budget is used up. Money is in US dollars. */
export interface BudgetStatus extends BudgetName {
  spent_usd: number;
  /** set aside for calls that are still running */
  reserved_usd: number;
  budget_usd: number;
}
