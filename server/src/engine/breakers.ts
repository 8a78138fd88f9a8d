import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { CircuitBreakerPolicy } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { ProviderEventPayload } from '../../../contracts/events';
import type { Tell } from './execution-event';
import { ToolError } from './tool-error';

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 15_000;
const MAX_BREAKERS = 1000;

/** Runs `work`, or throws at once while the model is known to be down. */
export type Guard = <Result>(target: ProviderEventPayload, work: () => Promise<Result>) => Promise<Result>;

const nameOf = ({ provider, model }: ProviderEventPayload): string => `${provider}/${model}`;

interface Circuit {
  breaker: CircuitBreakerPolicy;
  /** as far as the site was told, which outlasts a call that was let through and brought no news */
  isDown: boolean;
}

const isOutage = (error: unknown): boolean => error instanceof ToolError && error.facts.isOutage === true;

/** An error that the provider itself has answered with, or that was found in its answer. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ToolError && error.code !== 'cancelled' && !isOutage(error);

/**
 * A circuit breaker for each provider and model. After five outages in a row it answers `provider_unavailable` for
 * fifteen seconds without asking the provider; then one call may try, and decides. The site is told once when a model
 * goes down and once when it has answered again.
 */
export const createBreakers = (tell: Tell): Guard => {
  const circuits = new LRUCache<string, Circuit>({ max: MAX_BREAKERS });

  const circuitOf = (target: ProviderEventPayload): Circuit => {
    const key = nameOf(target);
    const known = circuits.get(key);
    if (known) return known;
    const breaker = circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: OPEN_MS,
      breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
    });
    const circuit = { breaker, isDown: false };
    breaker.onBreak(() => {
      if (circuit.isDown) return;
      circuit.isDown = true;
      tell({ name: 'ai-tools.provider.down', payload: target });
    });
    circuits.set(key, circuit);
    return circuit;
  };

  /** The answer to a call from before the outage, which says nothing of now, finds the breaker open. */
  const noteAnswer = (circuit: Circuit, target: ProviderEventPayload): void => {
    if (!circuit.isDown || circuit.breaker.state !== CircuitState.Closed) return;
    circuit.isDown = false;
    tell({ name: 'ai-tools.provider.up', payload: target });
  };

  return async (target, work) => {
    const circuit = circuitOf(target);
    try {
      const result = await circuit.breaker.execute(work);
      noteAnswer(circuit, target);
      return result;
    } catch (error) {
      if (isAnswer(error)) noteAnswer(circuit, target);
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ToolError(
        'provider_unavailable',
        `"${nameOf(target)}" has failed repeatedly and is left alone for a moment.`,
        {
          retryAfterSeconds: OPEN_MS / 1000,
        },
      );
    }
  };
};
