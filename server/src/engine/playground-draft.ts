import type { RunPlayground } from '../../../contracts/playground';
import type { Fault } from './faults';
import type { JsonObject } from '../../../contracts/json-object';
import type { Provider } from './provider';

type Target = NonNullable<RunPlayground.Request['target']>;

export const orDraft = (text: unknown): string =>
  typeof text === 'string' && text.trim() !== '' ? text : 'Draft';

/** The lower of both: nobody spends more by writing another number into a draft. */
const lowerBudget = (typed: unknown, stored: number | null): unknown => {
  if (stored === null || typeof typed === 'string') return typed;
  return typeof typed === 'number' ? Math.min(typed, stored) : stored;
};

/** The draft on another provider or model. Its fallbacks would answer for the one that is to be compared. */
const aimAt = (draft: JsonObject, { provider: id, model }: Target, provider: Provider | null): JsonObject => {
  const offersMethod = provider?.adapter.methods.some((method) => method === draft.method) ?? true;
  return {
    ...draft,
    provider: id,
    model: model ?? null,
    method: offersMethod ? draft.method : provider?.adapter.methods[0],
    fallbacks: null,
  };
};

/**
 * A draft as the playground runs it: without what decides nothing about one answer, so that a tool can be tried before
 * it has a name. `slug` and `storedBudget` are of the tool that is edited.
 */
export const toPlaygroundTool = (
  draft: JsonObject,
  {
    slug,
    storedBudget,
    target,
    findProvider,
  }: {
    slug: string | null;
    storedBudget: number | null;
    target: Target | null;
    findProvider(id: string): Provider | null;
  },
): JsonObject => {
  const tool = {
    ...draft,
    slug,
    name: orDraft(draft.name),
    description: orDraft(draft.description),
    budget_usd: lowerBudget(draft.budget_usd, storedBudget),
    rate_limit: null,
    rate_limit_per_caller: null,
    cache_duration: null,
    examples: null,
    enabled: true,
  };
  return target ? aimAt(tool, target, findProvider(target.provider)) : tool;
};

/** Where a fault of the target is told: its field is not the draft's. */
export const toPlaygroundFault = (fault: Fault, target: Target | null): Fault =>
  target && (fault.field === 'provider' || fault.field === 'model')
    ? { ...fault, field: `target.${fault.field}` }
    : fault;
