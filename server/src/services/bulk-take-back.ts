import type { ErrorBody } from '../../../contracts/errors';
import { bulkError } from '../engine/bulk-error';
import { NO_STREAK, isHopeless, lengthen } from '../engine/bulk-verdict';
import type { BulkItemRow, BulkRunRow } from '../stores/bulk-rows';
import { ITEMS_AT_ONCE } from './bulk-carry-out';
import type { BulkWorker } from './bulk-carry-out';
import { failureOfEntry } from './bulk-failure';
import { NO_DRAFT, findEntry } from './bulk-item';
import { createStanding, targetOf } from './bulk-standing';

/** Why an undo has left entries as they are; the first reason stands for all. */
const leftBecause = (count: number, { code, message }: ErrorBody): ErrorBody =>
  bulkError(
    count === 1
      ? `One entry could not be put back: ${message}`
      : `${count} entries could not be put back. The first one: ${message}`,
    code,
  );

/**
 * Puts back what the run has written, one entry after the other. What this administrator may not put back now, or the
 * site does not take, stays `written` with the reason, and the run is stopped: whoever may can undo the rest.
 */
export const takeBack = async (
  { strapi, store, writer, owner }: BulkWorker,
  run: BulkRunRow,
  signal: AbortSignal,
): Promise<void> => {
  // neither the tool nor what it read is asked for any more
  const standing = createStanding(strapi, run, { ...run, inputs: {} });
  const left: ErrorBody[] = [];
  let streak = NO_STREAK;
  let stoppedBecause: ErrorBody | null = null;

  const leave = async (item: BulkItemRow, error: ErrorBody): Promise<void> => {
    await writer.settle(run, item, { state: 'written', error }, 0);
    left.push(error);
    streak = lengthen(streak, error.code);
    if (isHopeless(streak)) stoppedBecause = error;
  };

  const workOn = async (item: BulkItemRow): Promise<void> => {
    const stands = await standing();
    if ('error' in stands) {
      stoppedBecause = stands.error;
      return;
    }
    try {
      const found = await findEntry(strapi, stands.checked, item.document_id);
      if (!('refusal' in found)) {
        await writer.undo(targetOf(run, stands), item);
        streak = NO_STREAK;
      } else if (found.refusal === NO_DRAFT) {
        await writer.settle(run, item, { state: 'kept', error: bulkError(NO_DRAFT) }, 0);
      } else await leave(item, bulkError(found.refusal));
    } catch (error) {
      const failure = failureOfEntry(strapi, item, 'put back', error);
      if (failure === null) throw error;
      await leave(item, failure);
    }
  };

  let last = 0;
  while (stoppedBecause === null) {
    const items = await store.itemsAfter(run.id, 'written', last, ITEMS_AT_ONCE);
    if (items.length === 0) break;
    for (const item of items) {
      if (signal.aborted) return;
      if (stoppedBecause !== null) break;
      await workOn(item);
      last = item.id;
    }
  }
  const [first] = left;
  const because = stoppedBecause ?? (first ? leftBecause(left.length, first) : null);
  await store.changeOwn(run, owner, {
    state: because ? 'stopped' : 'undone',
    ended_at: Date.now(),
    stopped_because: because && JSON.stringify(because),
  });
};
