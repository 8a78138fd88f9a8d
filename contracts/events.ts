import type { BudgetStatus } from './budgets';
import type { ErrorCode } from './errors';

/** A run that has ended: what its log row says of it, without what went in and what came out. */
export interface ExecutionEventPayload {
  /** also the id of the log row */
  request_id: string;
  /** the slug that was asked for */
  tool: string;
  /** where the call came from, such as `rest` or `service` */
  source: string;
  caller_type: 'public' | 'user' | 'api-token' | 'admin' | 'internal';
  caller_id: string | null;
  /** where a run did not get as far as a provider, the one it would have asked; null without a tool */
  provider: string | null;
  /** the model that answered */
  model: string | null;
  cached: boolean;
  attempts: number;
  latency_ms: number;
  /** what this run used: 0 for an answer that another one has paid, null where nobody tells */
  prompt_tokens: number | null;
  completion_tokens: number | null;
  /** US dollars; null when it is not known */
  cost_usd: number | null;
}

export interface FailedExecutionEventPayload extends ExecutionEventPayload {
  code: ErrorCode;
  /** the HTTP status the provider answered with, where it answered at all */
  provider_status: number | null;
}

/** Money is in US dollars. */
export type BudgetEventPayload = Omit<BudgetStatus, 'reserved_usd'>;

export interface ProviderEventPayload {
  provider: string;
  model: string;
}

/** What a site's own code can listen to on the host's event hub, and what each event comes with. */
export interface Events {
  /** once for each run that brought an answer, kept ones included */
  'ai-tools.execution.completed': ExecutionEventPayload;
  /** once for each run that brought an error, also one of its own caller's making */
  'ai-tools.execution.failed': FailedExecutionEventPayload;
  /** four fifths are spent: once for each budget and month */
  'ai-tools.budget.warning': BudgetEventPayload;
  /** a call was turned away: at most once a minute for each budget */
  'ai-tools.budget.exceeded': BudgetEventPayload;
  /** the instance that tells has begun to leave a model alone, because it failed repeatedly */
  'ai-tools.provider.down': ProviderEventPayload;
  /** the model has answered that instance again */
  'ai-tools.provider.up': ProviderEventPayload;
}

/** One of the events with its payload. */
export type SiteEvent = { [Name in keyof Events]: { name: Name; payload: Events[Name] } }[keyof Events];
