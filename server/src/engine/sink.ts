import { toChunk } from './completion';
import type { OnPiece } from './read-stream';
import type { Run, Sink } from './run';

/** Hands pieces on to a streaming caller as chunks; without one there is nothing to hand on. */
export const createSink = (run: Run): Sink => {
  const { onChunk } = run.request;
  let wasUsed = false;
  const send =
    (model: string): OnPiece =>
    (piece) => {
      const chunk = toChunk(run, model, piece, !wasUsed);
      wasUsed = true;
      return onChunk?.(chunk);
    };
  return { forModel: (model) => onChunk && send(model), wasUsed: () => wasUsed };
};
