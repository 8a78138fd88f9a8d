import type { BudgetName } from '../../../contracts/budgets';
import { MICROS_PER_USD } from '../../../contracts/money';
import type { ModelCall } from '../providers/adapter';
import type { CompiledTool } from './compile-tool';
import type { Payment } from './payments';
import type { Provider } from './provider';
import { ToolError } from './tool-error';
import { worstCostMicros } from './worst-cost';

/** Money that is set aside for one request. */
export interface Reservation {
  /**
   * Gives back what was not spent. `payment` is null when nothing is billed; one whose cost is unknown costs all that
   * was set aside. Must not throw.
   */
  settle(payment: Payment | null): Promise<void>;
}

/** Sets aside the most that a request can cost; throws when a budget has not that much left, or nobody can tell. */
export type SetAside = (provider: Provider, call: ModelCall) => Promise<Reservation>;

/** How money is set aside for a tool; null when no budget counts what it spends. */
export type Reserve = (tool: CompiledTool) => SetAside | null;

export interface Budget extends BudgetName {
  /** in whole millionths of a dollar, as all money inside */
  limitMicros: number;
}

export interface BudgetRefusal {
  budget: Budget;
  spentMicros: number;
}

/** Where budgets are kept, for all instances of the site together. */
export interface BudgetStore {
  /**
   * Sets the amount aside in every one of the budgets, or in none. Rejects when the store cannot be had in time. What
   * was never settled is given back after `lifetimeMs`, since its process must have died.
   */
  reserve(request: {
    budgets: readonly Budget[];
    amountMicros: number;
    lifetimeMs: number;
  }): Promise<{ settle(spentMicros: number): Promise<void> } | { refusal: BudgetRefusal }>;
}

/** Rounded down: what is not affordable in whole is not affordable. */
const toWholeMicros = (usd: number): number =>
  // the third decimal of a millionth is noise of the arithmetic
  Math.min(Math.floor(Number((usd * MICROS_PER_USD).toFixed(3))), Number.MAX_SAFE_INTEGER);

/** Months are those of UTC, so that all instances of a site agree on them. */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

const nextMonth = (now: number): number => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};

export const siteBudget = (usd: number, month: string): Budget => ({
  scope: 'site',
  tool: null,
  month,
  limitMicros: toWholeMicros(usd),
});

export const toolBudget = (slug: string, usd: number, month: string): Budget => ({
  scope: 'tool',
  tool: slug,
  month,
  limitMicros: toWholeMicros(usd),
});

/** How long a reservation outlives the provider's own deadline: for clocks that differ, and for a slow store. */
const GRACE_MS = 60_000;

/**
 * Makes the function that keeps a tool to the site's budget and to its own. A call that certainly costs nothing needs
 * neither a budget nor its store.
 */
export const createReserve =
  (dependencies: { siteBudgetUsd(): number | null; store: BudgetStore; now(): number }): Reserve =>
  (tool) => {
    const { store, now } = dependencies;
    const siteBudgetUsd = dependencies.siteBudgetUsd();
    const toolBudgetUsd = tool.definition.budget_usd;
    if (siteBudgetUsd === null && toolBudgetUsd === null) return null;

    return async (provider, call) => {
      const amountMicros = worstCostMicros(provider, call);
      if (amountMicros === null) throw unknownPrice(provider, call);
      if (amountMicros === 0) return { settle: async () => {} };

      const month = monthOf(now());
      const budgets = [
        ...(siteBudgetUsd === null ? [] : [siteBudget(siteBudgetUsd, month)]),
        ...(toolBudgetUsd === null ? [] : [toolBudget(tool.slug, toolBudgetUsd, month)]),
      ];
      const lifetimeMs = provider.timeoutMs + GRACE_MS;
      const outcome = await store.reserve({ budgets, amountMicros, lifetimeMs }).catch((cause) => {
        throw cause instanceof ToolError ? cause : storeIsGone(cause);
      });
      if ('refusal' in outcome) throw exceeded(outcome.refusal, amountMicros, now());
      return {
        settle: (payment) => outcome.settle(payment === null ? 0 : (payment.costMicros ?? amountMicros)),
      };
    };
  };

/** The same code as for a missing key: the site is to be set up, and meanwhile a fallback may do. */
const unknownPrice = ({ id }: Provider, { model }: ModelCall): ToolError =>
  new ToolError(
    'provider_not_configured',
    `A tool with a budget cannot run on "${model}" of the provider "${id}": its price is not known. Set prices['${id}/${model}'] in config/plugins, or choose another model.`,
  );

/** Not `budget_exceeded`, since nobody knows that it is: what is missing is ours, and may be back in a moment. */
const storeIsGone = (cause: unknown): ToolError =>
  new ToolError(
    'provider_unavailable',
    'The budgets of this site cannot be looked up at the moment, and until then no tool with a budget runs. Try again later.',
    { cause },
  );

/** Whoever runs a tool need not know what the site spends: the amounts are in the event and in the status. */
const exceeded = ({ budget, spentMicros }: BudgetRefusal, amountMicros: number, now: number): ToolError => {
  const { scope, month, limitMicros } = budget;
  if (amountMicros > limitMicros) {
    return new ToolError(
      'budget_exceeded',
      `One call of this tool can cost more than the whole budget of the ${scope} for a month. Lower max_tokens, shorten the prompt, choose a cheaper model or raise budget_usd.`,
    );
  }
  if (spentMicros + amountMicros > limitMicros) {
    const renewedAt = nextMonth(now);
    return new ToolError(
      'budget_exceeded',
      `The budget of this ${scope} for ${month} is used up: what is left is less than this call can cost. The next one begins on ${new Date(renewedAt).toISOString().slice(0, 10)}; raise budget_usd to go on before.`,
      { retryAfterSeconds: Math.ceil((renewedAt - now) / 1000) },
    );
  }
  return new ToolError(
    'budget_exceeded',
    `What is left of the budget of this ${scope} for ${month} is set aside for calls that are still running. Try again when they have ended.`,
  );
};
