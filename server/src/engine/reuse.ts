import { callerLeft } from './deadline';
import type { ResultMemory } from './kept-answer';
import type { Neighbours } from './neighbours';
import { resultKey } from './result-key';
import type { ResultKey } from './result-key';
import { createSharedFlights } from './shared-flights';
import type { Arrival } from './shared-flights';
import { createSink } from './sink';
import type { Flight, PreparedCall, ProviderAnswer, ReusedAnswer, Run } from './run';

/** Step 5: an answer that is already known, or the one that `call` brings. */
export type Reuse = (
  run: Run,
  prepared: PreparedCall,
  call: (flight: Flight) => Promise<ProviderAnswer>,
) => Promise<ReusedAnswer>;

/** Calls for this run alone. */
export const callForOne: Reuse = async (run, _prepared, call) => ({
  answer: await call({ ledger: run.ledger, sink: createSink(run), signal: run.request.signal }),
  cached: false,
});

/** Gives a streaming caller all at once what it has not had in pieces. */
const sendWhole = async (run: Run, { model, result }: ProviderAnswer): Promise<void> => {
  const toolCalls = result.toolCalls.map((toolCall, index) => ({ index, ...toolCall }));
  await createSink(run).forModel(model)?.({ text: result.text, toolCalls });
};

/** Keeps the answers of tools with a cache duration and calls once for runs that want the same; others call alone. */
export const createReuse = ({ memory, neighbours }: { memory: ResultMemory; neighbours: Neighbours }) => {
  const flights = createSharedFlights({ memory, neighbours });

  const recall = (key: ResultKey): Arrival | null => {
    const kept = memory.find(key);
    return kept && { answer: kept.answer, cached: true, ageMs: kept.ageMs, wasStreamed: false };
  };

  const recallOrJoin: Reuse = async (run, prepared, call) => {
    const { onReuse, onChunk, signal } = run.request;
    if (signal?.aborted) throw callerLeft();
    const key = resultKey(prepared);
    const arrival = recall(key) ?? (await flights.join(key, run, prepared, call));
    if (arrival.wasStreamed) return arrival;
    onReuse?.({ cached: arrival.cached, ageSeconds: Math.floor(arrival.ageMs / 1000) });
    if (onChunk) await sendWhole(run, arrival.answer);
    return arrival;
  };

  const reuse: Reuse = (run, prepared, call) =>
    (prepared.tool.definition.cache_duration ? recallOrJoin : callForOne)(run, prepared, call);

  return { reuse, forget: flights.forget };
};
