import type { KeptAnswer } from './kept-answer';
import type { ResultKey } from './result-key';
import type { Ledger, ProviderAnswer } from './run';
import type { ToolError } from './tool-error';

/** How a flight ended. */
export interface Landing {
  outcome: ProviderAnswer | ToolError;
  /** what it has come to, for one run to pay; null where that is done already */
  bill: Ledger | null;
}

/** What the other instances of this site have to know of a flight that this one leads. */
export interface Lead {
  /**
   * Gives the flight up, unless a run of another instance waits for it. Resolves to whether it was given up; from then
   * on nobody elsewhere waits.
   */
  giveUp(): Promise<boolean>;
  /** Tells what came of it, and keeps it for so long; `bill` is null when it is paid here. */
  land(landing: Landing, keepMs: number): void;
}

/** What becomes of a call that other instances may be making as well. */
export type Place =
  /** one of them has made it before */
  | { kept: KeptAnswer }
  /** one of them was making it, and this is what came of it */
  | { landing: Landing }
  /** it is made here */
  | { lead: Lead };

/** The other instances of this site. */
export interface Neighbours {
  /**
   * Waits as long as another instance is making the call. Rejects when `signal` aborts, and for nothing else: whoever
   * cannot reach the others makes the call alone.
   */
  ask(key: ResultKey, signal: AbortSignal): Promise<Place>;
}

export const LEAD_ALONE: Lead = { giveUp: async () => true, land: () => {} };

/** For a site that is one process. */
export const withoutNeighbours: Neighbours = { ask: async () => ({ lead: LEAD_ALONE }) };
