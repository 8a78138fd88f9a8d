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
