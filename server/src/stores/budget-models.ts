const BUDGETS = 'ai_tools_budgets';
const RESERVATIONS = 'ai_tools_budget_reservations';

/** The tables of budgets, by what they hold. */
export const BUDGET_TABLES = { budgets: BUDGETS, reservations: RESERVATIONS } as const;

const required = { notNullable: true };

/**
 * The host creates these tables and keeps them; they are no content types, so nothing of them shows anywhere. Money is
 * in whole millionths of a dollar and time in milliseconds since 1970, both in columns of 64 bits.
 */
export const budgetModels = [
  {
    uid: 'plugin::ai-tools.budget',
    singularName: 'budget',
    tableName: BUDGETS,
    // one row for each budget and month
    attributes: {
      id: { type: 'increments' },
      budget: { type: 'string', column: { ...required, unique: true } },
      scope: { type: 'string', column: required },
      tool: { type: 'string' },
      month: { type: 'string', column: required },
      spent_micros: { type: 'biginteger', column: required },
      reserved_micros: { type: 'biginteger', column: required },
      warned_at: { type: 'biginteger' },
      refusal_told_at: { type: 'biginteger' },
    },
  },
  {
    uid: 'plugin::ai-tools.budget-reservation',
    singularName: 'budget-reservation',
    tableName: RESERVATIONS,
    // one row for each open reservation and budget: one that is in two budgets has two
    attributes: {
      id: { type: 'increments' },
      reservation: { type: 'string', column: required },
      budget: { type: 'string', column: required },
      amount_micros: { type: 'biginteger', column: required },
      expires_at: { type: 'biginteger', column: required },
    },
    indexes: [
      { name: 'ai_tools_budget_reservations_reservation', columns: ['reservation'] },
      { name: 'ai_tools_budget_reservations_budget', columns: ['budget', 'expires_at'] },
    ],
  },
] as const;
