import type { Completion } from '../../../contracts/completion';
import type { ErrorReply } from '../../../contracts/errors';
import { toUsd } from '../../../contracts/money';
import type { PlaygroundPrompt, PlaygroundResult } from '../../../contracts/playground';
import type { Transport } from '../providers/transport';
import type { ExecuteDependencies } from './execute';
import { totalCost, totalUsage } from './payments';
import { createRedaction } from './redact-exchange';
import { callForOne } from './reuse';
import type { Reuse } from './reuse';
import type { PreparedCall, Run } from './run';
import { tapeTransport } from './taped-transport';

const toPrompt = ({ provider, call, dropped }: PreparedCall): PlaygroundPrompt => ({
  prompt: call.prompt,
  system: call.system,
  provider: provider.id,
  method: call.method,
  model: call.model,
  parameters: { ...call.parameters },
  dropped_parameters: dropped,
});

/**
 * Looks on at one run of the usual flow, without any part in it: what takes the place of the flow's own `send` and
 * `reuse`, and what there is to tell in the end. Nothing is kept or reused.
 */
export const watchRun = (
  { send, now }: Pick<ExecuteDependencies, 'send' | 'now'>,
  onPrompt: (prompt: PlaygroundPrompt) => Promise<void> | void,
) => {
  const startedAt = now();
  const taped = tapeTransport(send, now);
  let run: Run | null = null;
  let told: PreparedCall | null = null;

  const tell = async (prepared: PreparedCall): Promise<void> => {
    told = prepared;
    await onPrompt(toPrompt(prepared));
  };

  const reuse: Reuse = async (watched, prepared, call) => {
    run = watched;
    await tell(prepared);
    return callForOne(watched, prepared, call);
  };

  const sendWatched: Transport = async (request, options) => {
    const { prepared } = run?.ledger ?? {};
    // a call that was adapted, or one of a fallback
    if (prepared && prepared !== told) await tell(prepared);
    return taped.send(request, options);
  };

  return {
    dependencies: { send: sendWatched, reuse },

    /** Call it when the run has ended. `keys` are taken out; without them nothing that was carried is told. */
    result: (
      requestId: string,
      answer: Completion | ErrorReply,
      keys: readonly string[] | null,
    ): PlaygroundResult => {
      const payments = run?.ledger.payments ?? [];
      const usage = totalUsage(payments);
      const micros = totalCost(payments);
      return {
        request_id: requestId,
        sent: told && toPrompt(told),
        completion: 'error' in answer ? null : answer,
        error: 'error' in answer ? answer.error : null,
        usage: { prompt_tokens: usage?.prompt ?? null, completion_tokens: usage?.completion ?? null },
        cost_usd: micros === null ? null : toUsd(micros),
        latency_ms: now() - startedAt,
        exchanges: keys === null ? [] : taped.exchanges().map(createRedaction(keys)),
      };
    },
  };
};
