import { createSink } from './sink';
import type { OnPiece, Piece } from './read-stream';
import type { Run, Sink } from './run';

export interface LiveSink extends Sink {
  /** whether the run has been sent any piece */
  hasSent(): boolean;
  /** resolves when everything is with the caller; never rejects */
  delivered(): Promise<void>;
  /** lets the provider go on without waiting for the caller */
  release(): void;
}

/**
 * Hands pieces on to one of several runs that share a flight. A caller that reads slowly slows the provider down only
 * as long as nobody waits beside it, and one that breaks or leaves takes nobody with it.
 */
export const createLiveSink = (
  run: Run,
  {
    isThere,
    isAlone,
    fail,
  }: { isThere(): boolean; isAlone(): boolean; fail(thrown: unknown): Promise<void> | void },
): LiveSink => {
  const sink = createSink(run);
  let delivered = Promise.resolve();
  let release = () => {};
  let hasPieces = false;

  const deliver = async (send: OnPiece, piece: Piece): Promise<void> => {
    if (!isThere()) return;
    try {
      await send(piece);
    } catch (thrown) {
      // not awaited: a run that leaves may wait for the flight, which waits for this
      void fail(thrown);
    }
  };

  return {
    forModel: (model) => {
      const send = sink.forModel(model);
      if (!send) return undefined;
      return (piece) => {
        if (!isThere()) return undefined;
        if (!hasPieces) run.request.onReuse?.({ cached: false, ageSeconds: 0 });
        hasPieces = true;
        delivered = delivered.then(() => deliver(send, piece));
        if (!isAlone()) return undefined;
        return new Promise((resolve) => {
          release = resolve;
          void delivered.then(resolve);
        });
      };
    },
    // what nobody is left to have seen need not be taken back
    wasUsed: () => hasPieces && isThere(),
    hasSent: () => hasPieces,
    delivered: () => delivered,
    release: () => release(),
  };
};
