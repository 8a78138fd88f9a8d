import type { LogAttempt, LogDetails } from '../../../../../contracts/logs';

/** `site`: checks, limits and waiting, before the first try; `wait`: between two; `after`: what followed the last. */
export type StepKind = 'site' | 'try' | 'retry' | 'fallback' | 'wait' | 'after';

/** A stretch of a run, in milliseconds since it began. */
export interface RunStep {
  kind: StepKind;
  startedMs: number;
  endedMs: number;
  /** whom it was spent with; null where that was nobody */
  attempt: LogAttempt | null;
}

type Timed = Pick<
  LogDetails,
  'timeline' | 'attempts' | 'latency_ms' | 'provider_ms' | 'provider' | 'requested_model' | 'error_code'
>;

/** The row of a run with one try does not say when it was: but most of what the site does comes before it. */
const onlyTry = (run: Timed): LogAttempt[] => {
  const { provider, provider_ms: providerMs, latency_ms: endedMs } = run;
  if (run.attempts === 0 || provider === null || providerMs === null) return [];
  const model = run.requested_model ?? '';
  // two clocks were read, one after the other: a millisecond more than the whole is none
  const startedMs = Math.max(0, endedMs - providerMs);
  return [{ provider, model, started_ms: startedMs, ended_ms: endedMs, code: run.error_code }];
};

const kindOf = (attempt: LogAttempt, before: LogAttempt | undefined): StepKind => {
  if (!before) return 'try';
  return before.provider === attempt.provider && before.model === attempt.model ? 'retry' : 'fallback';
};

/** What became of a run, one thing after the other, as far as its row says; without a try, nothing. */
export const toRunSteps = (run: Timed): RunStep[] => {
  const attempts = run.timeline ?? onlyTry(run);
  const steps = attempts.flatMap((attempt, index): RunStep[] => {
    const before = attempts[index - 1];
    const { started_ms: startedMs, ended_ms: endedMs } = attempt;
    const idleMs = before?.ended_ms ?? 0;
    return [
      ...(startedMs > idleMs || !before
        ? [{ kind: before ? 'wait' : 'site', startedMs: idleMs, endedMs: startedMs, attempt: null } as const]
        : []),
      { kind: kindOf(attempt, before), startedMs, endedMs, attempt },
    ];
  });
  const last = attempts.at(-1);
  if (last && run.latency_ms > last.ended_ms) {
    steps.push({ kind: 'after', startedMs: last.ended_ms, endedMs: run.latency_ms, attempt: null });
  }
  return steps;
};

/** Of the whole run, from 0 to 1. */
export const providerShare = (steps: readonly RunStep[], latencyMs: number): number => {
  const spentMs = steps.reduce(
    (sum, { attempt, startedMs, endedMs }) => sum + (attempt ? endedMs - startedMs : 0),
    0,
  );
  return latencyMs === 0 ? 0 : Math.min(1, spentMs / latencyMs);
};
