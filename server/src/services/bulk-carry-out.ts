import type { Core } from '@strapi/types';
import type { ErrorBody } from '../../../contracts/errors';
import { bulkError } from '../engine/bulk-error';
import { NO_STREAK, isHopeless, lengthen, verdictOf } from '../engine/bulk-verdict';
import type { BulkItemRow, BulkRunRow } from '../stores/bulk-rows';
import type { BulkStore } from '../stores/bulk-store';
import { failureOfEntry } from './bulk-failure';
import { NO_DRAFT, answerFor, findEntry } from './bulk-item';
import { createQueue, waitUnlessAborted } from './bulk-lanes';
import { createStanding, targetOf } from './bulk-standing';
import { LostRun } from './bulk-write';
import type { BulkWriter, Cost } from './bulk-write';

/** Calls of one run that are under way at a time. */
const LANES = 3;
export const ITEMS_AT_ONCE = 50;
/** Who waits for longer lets others work meanwhile. */
const LONG_WAIT_MS = 10_000;

export interface BulkWorker {
  strapi: Core.Strapi;
  store: BulkStore;
  writer: BulkWriter;
  /** the process, as the lease of a run names it */
  owner: string;
}

/** Runs the tool over what waits, a few entries at a time, until nothing is left or the run has to stop. */
export const carryOut = async (
  { strapi, store, writer, owner }: BulkWorker,
  run: BulkRunRow,
  signal: AbortSignal,
): Promise<void> => {
  const standing = createStanding(strapi, run, run);
  const ending = new AbortController();
  const ended = AbortSignal.any([signal, ending.signal]);
  const outcome: { stoppedBecause: ErrorBody | null; fault: { thrown: unknown } | null } = {
    stoppedBecause: null,
    fault: null,
  };
  let streak = NO_STREAK;
  let waits = 0;
  let waitsUntil = 0;
  /** the run is let go until it may go on */
  let isParked = false;
  let lanes = LANES;
  let underWay = 0;

  const stopBecause = (error: ErrorBody): void => {
    outcome.stoppedBecause ??= error;
    ending.abort();
  };

  const fail = async (item: BulkItemRow, error: ErrorBody, cost: Cost): Promise<void> => {
    await writer.settle(run, item, { state: 'failed', error }, cost);
    streak = lengthen(streak, error.code);
    if (isHopeless(streak)) stopBecause(error);
  };

  const startWaiting = async (seconds: number, mayPark: boolean): Promise<void> => {
    const until = Date.now() + seconds * 1000;
    if (mayPark && seconds * 1000 > LONG_WAIT_MS) isParked = true;
    if (until <= waitsUntil) return;
    if (Date.now() >= waitsUntil) waits += 1;
    waitsUntil = until;
    await store.changeOwn(run, owner, { waits_until: until });
  };

  const wait = async (): Promise<void> => {
    while (waitsUntil > Date.now() && !ended.aborted && !isParked) {
      await waitUnlessAborted(waitsUntil - Date.now(), ended);
    }
    if (waitsUntil === 0 || ended.aborted || isParked) return;
    waitsUntil = 0;
    await store.changeOwn(run, owner, { waits_until: null });
  };

  /** Fails the item, or leaves it waiting, to be found again. */
  const judge = async (item: BulkItemRow, error: ErrorBody, cost: Cost): Promise<void> => {
    const verdict = verdictOf(error, { hadCompany: underWay > 1, waits });
    if (verdict.kind === 'fail') return fail(item, error, cost);
    await writer.count(run, cost);
    if (verdict.kind === 'stop') stopBecause(error);
    else if (verdict.kind === 'alone') lanes = 1;
    else if (verdict.kind === 'wait') {
      // how often a run has waited for a provider is counted where it is at work
      await startWaiting(verdict.seconds, error.code === 'rate_limit_exceeded');
    }
  };

  const workOn = async (item: BulkItemRow): Promise<void> => {
    const stands = await standing();
    if ('error' in stands) return stopBecause(stands.error);
    const found = await findEntry(strapi, stands.checked, item.document_id).catch((thrown: unknown) => {
      const failure = failureOfEntry(strapi, item, 'read', thrown);
      if (failure === null) throw thrown;
      return { failure };
    });
    if ('failure' in found) return fail(item, found.failure, 0);
    if ('refusal' in found) return fail(item, bulkError(found.refusal), 0);
    const { administrator, checked } = stands;
    const answer = await answerFor(strapi, checked, found.entry, { administrator, signal: ended });
    const { costMicros: cost } = answer;
    if ('error' in answer) return judge(item, answer.error, cost);
    waits = 0;
    const state = await writer
      .write(targetOf(run, stands), item, { ...answer, cost })
      .catch(async (thrown: unknown) => {
        const failure = failureOfEntry(strapi, item, 'write', thrown);
        if (failure !== null) return { failure };
        // what was counted with the write is rolled back with it
        await writer.count(run, cost);
        throw thrown;
      });
    if (typeof state === 'object') return fail(item, state.failure, cost);
    streak = NO_STREAK;
    if (state === 'gone') await fail(item, bulkError(NO_DRAFT), cost);
  };

  const runLanes = async (): Promise<void> => {
    const next = createQueue<BulkItemRow>((last) =>
      store.itemsAfter(run.id, 'waiting', last?.id ?? 0, ITEMS_AT_ONCE),
    );
    const lane = async (number: number): Promise<void> => {
      while (number < lanes) {
        await wait();
        const item = ended.aborted || isParked ? null : await next();
        if (!item) return;
        underWay += 1;
        await workOn(item);
        underWay -= 1;
      }
    };
    const guarded = async (number: number): Promise<void> => {
      try {
        await lane(number);
      } catch (thrown) {
        // the others end before the run is let go
        outcome.fault ??= { thrown };
        ending.abort();
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_none, number) => guarded(number)));
  };

  if (run.waits_until !== null) await store.changeOwn(run, owner, { waits_until: null });
  let isLeft = true;
  while (isLeft && !ended.aborted && !isParked) {
    await runLanes();
    // what had to wait while the others went on
    isLeft = (await store.itemsAfter(run.id, 'waiting', 0, 1)).length > 0;
  }
  if (outcome.fault && !(outcome.fault.thrown instanceof LostRun)) throw outcome.fault.thrown;
  if (signal.aborted || outcome.fault) return;
  const { stoppedBecause } = outcome;
  if (isParked && !stoppedBecause) return;
  await store.changeOwn(run, owner, {
    state: stoppedBecause ? 'stopped' : 'finished',
    ended_at: Date.now(),
    waits_until: null,
    stopped_because: stoppedBecause && JSON.stringify(stoppedBecause),
  });
};
