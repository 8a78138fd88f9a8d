import type { ModelCall } from '../providers/adapter';
import type { CompiledTool } from './compile-tool';
import type { Payment } from './payments';
import type { Provider } from './provider';

/** Money that is set aside for one call. */
export interface Reservation {
  /** Gives back what was not spent. `payment` is null when no answer came. Must not throw. */
  settle(payment: Payment | null): Promise<void>;
}

/** Sets aside the most that a call can cost; throws `budget_exceeded` when a budget has not that much left. */
export type Reserve = (tool: CompiledTool, provider: Provider, call: ModelCall) => Promise<Reservation>;

/** For where nobody keeps a budget. */
export const withoutBudget: Reserve = async () => ({ settle: async () => {} });
