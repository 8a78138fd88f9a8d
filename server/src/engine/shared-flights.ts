import { setTimeout as pause } from 'node:timers/promises';
import { callerLeft } from './deadline';
import type { ResultMemory } from './kept-answer';
import { keepingTime } from './kept-answer';
import { createLiveSink } from './live-sink';
import type { LiveSink } from './live-sink';
import type { Landing, Lead, Neighbours } from './neighbours';
import type { ResultKey } from './result-key';
import { openLedger } from './run';
import type { Flight, PreparedCall, ProviderAnswer, ReusedAnswer, Run } from './run';
import { ToolError, toToolError } from './tool-error';

/** What a run gets out of a flight. */
export interface Arrival extends ReusedAnswer {
  ageMs: number;
  /** whether the run has had its pieces already */
  wasStreamed: boolean;
}

type Call = (flight: Flight) => Promise<ProviderAnswer>;

interface Waiter {
  end(landing: Landing, isPayer: boolean, ageMs: number): Promise<void>;
}

interface SharedFlight {
  key: ResultKey;
  /** in the order in which they came */
  waiters: Set<Waiter>;
  controller: AbortController;
  /** where the pieces go; null until it departs */
  live: LiveSink | null;
  /** null until it is known that the call is made here */
  lead: Lead | null;
  /** null until it has landed */
  landing: Landing | null;
  isPaid: boolean;
  /** false once its tool has been cleared */
  mayKeep: boolean;
  /** resolves when it has landed; never rejects */
  ended: Promise<void>;
}

const withResolvers = <Result>() => {
  let resolve: (result: Result) => void = () => {};
  let reject: (thrown: unknown) => void = () => {};
  const promise = new Promise<Result>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
};

/** How often a flight that only other instances wait for looks whether they still do. */
const LOOK_AGAIN_MS = 1000;

/**
 * One call for all runs that want the same at the same time. It ends when every one of them has left. What came of it,
 * good or bad, reaches all; the first of those that are still there pays.
 */
export const createSharedFlights = ({
  memory,
  neighbours,
}: {
  memory: ResultMemory;
  neighbours: Neighbours;
}) => {
  const flights = new Map<string, SharedFlight>();

  const close = (flight: SharedFlight): void => {
    if (flights.get(flight.key.digest) === flight) flights.delete(flight.key.digest);
  };

  const end = (flight: SharedFlight, landing: Landing, ageMs = 0): void => {
    close(flight);
    flight.landing = landing;
    const [payer] = flight.waiters;
    if (payer || landing.bill === null) flight.isPaid = true;
    for (const waiter of [...flight.waiters]) {
      void waiter.end(landing, waiter === payer && landing.bill !== null, ageMs);
    }
  };

  const lead = async (flight: SharedFlight, prepared: PreparedCall, call: Call, live: LiveSink) => {
    const { key, controller } = flight;
    const ledger = openLedger();
    const outcome = await call({ ledger, sink: live, signal: controller.signal }).catch(toToolError);
    const keepMs = outcome instanceof ToolError || !flight.mayKeep ? 0 : keepingTime(outcome, prepared);
    if (!(outcome instanceof ToolError) && keepMs > 0) {
      memory.keep(key, { answer: outcome, ageMs: 0, remainingMs: keepMs });
    }
    // a flight that was given up has nothing to tell
    if (!controller.signal.aborted) {
      flight.lead?.land({ outcome, bill: flight.waiters.size > 0 ? null : ledger }, keepMs);
    }
    end(flight, { outcome, bill: ledger });
  };

  const fly = async (flight: SharedFlight, prepared: PreparedCall, call: Call, live: LiveSink) => {
    const place = await neighbours.ask(flight.key, flight.controller.signal);
    if ('landing' in place) return end(flight, place.landing);
    if ('lead' in place) {
      flight.lead = place.lead;
      return lead(flight, prepared, call, live);
    }
    const { kept } = place;
    if (flight.mayKeep) memory.keep(flight.key, kept);
    end(flight, { outcome: kept.answer, bill: null }, kept.ageMs);
  };

  const abandon = (flight: SharedFlight): void => {
    close(flight);
    flight.controller.abort(callerLeft());
  };

  /** For a flight that only other instances wait for: until it lands, or they have left too. */
  const watch = async (flight: SharedFlight, { giveUp }: Lead): Promise<void> => {
    for (;;) {
      await pause(LOOK_AGAIN_MS, undefined, { ref: false });
      if (flight.landing || flight.waiters.size > 0) return;
      if (!(await giveUp())) continue;
      if (!flight.landing && flight.waiters.size === 0) abandon(flight);
      return;
    }
  };

  /** Ends a flight that nobody waits for any more. Resolves to whether it is for the run that left last to pay. */
  const leaveLast = async (flight: SharedFlight): Promise<boolean> => {
    const { lead: leading } = flight;
    const wasGivenUp = leading === null || (await leading.giveUp());
    if (flight.waiters.size > 0 || flight.isPaid) return false;
    if (!wasGivenUp) {
      if (leading) void watch(flight, leading);
      return false;
    }
    flight.isPaid = true;
    if (!flight.landing) abandon(flight);
    await flight.ended;
    return true;
  };

  /** Makes a run one of those that wait; `leave` ends it with an error of its own, and the flight goes on for the others. */
  const board = (flight: SharedFlight, run: Run, isFirst: boolean) => {
    const { signal } = run.request;
    const { promise: arrival, resolve, reject } = withResolvers<Arrival>();
    let hasLeft = false;

    const stop = () => {
      flight.waiters.delete(waiter);
      signal?.removeEventListener('abort', hangUp);
      flight.live?.release();
    };
    const leave = async (thrown: unknown): Promise<void> => {
      if (hasLeft) return;
      hasLeft = true;
      stop();
      const isLast = flight.waiters.size === 0 && !flight.isPaid;
      if (isLast && (await leaveLast(flight)) && flight.landing?.bill) run.ledger = flight.landing.bill;
      reject(thrown);
    };
    const hangUp = () => void leave(callerLeft());

    const waiter: Waiter = {
      end: async ({ outcome, bill }, isPayer, ageMs) => {
        if (isPayer && bill) run.ledger = bill;
        // the pieces went to the first
        const live = isFirst ? flight.live : null;
        await live?.delivered();
        stop();
        if (outcome instanceof ToolError) reject(outcome);
        else resolve({ answer: outcome, cached: !isPayer, ageMs, wasStreamed: live?.hasSent() ?? false });
      },
    };
    flight.waiters.add(waiter);
    signal?.addEventListener('abort', hangUp, { once: true });
    flight.live?.release();
    return { arrival, isThere: () => flight.waiters.has(waiter), leave };
  };

  const depart = (key: ResultKey, run: Run, prepared: PreparedCall, call: Call): Promise<Arrival> => {
    const flight: SharedFlight = {
      key,
      waiters: new Set(),
      controller: new AbortController(),
      live: null,
      lead: null,
      landing: null,
      isPaid: false,
      mayKeep: true,
      ended: Promise.resolve(),
    };
    flights.set(key.digest, flight);
    const { arrival, isThere, leave } = board(flight, run, true);
    const live = createLiveSink(run, { isThere, isAlone: () => flight.waiters.size === 1, fail: leave });
    flight.live = live;
    flight.ended = fly(flight, prepared, call, live).catch((thrown: unknown) =>
      end(flight, { outcome: toToolError(thrown), bill: null }),
    );
    return arrival;
  };

  return {
    join: (key: ResultKey, run: Run, prepared: PreparedCall, call: Call): Promise<Arrival> => {
      const flight = flights.get(key.digest);
      return flight ? board(flight, run, false).arrival : depart(key, run, prepared, call);
    },

    /** Lets nobody join what is under way for a tool, and keeps nothing of it; null for all tools. */
    forget: (slug: string | null): void => {
      for (const flight of flights.values()) {
        if (slug !== null && flight.key.slug !== slug) continue;
        flight.mayKeep = false;
        close(flight);
      }
    },
  };
};
