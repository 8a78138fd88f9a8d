import { bulkError } from '../engine/bulk-error';
import type { BulkItemRow, BulkRunRow } from '../stores/bulk-rows';
import { ITEMS_AT_ONCE } from './bulk-carry-out';
import type { BulkWorker } from './bulk-carry-out';
import { findEntry, refusalOfValue } from './bulk-item';
import { createStanding, targetOf } from './bulk-standing';

/** Puts back what the run has written, one entry after the other. */
export const takeBack = async (
  { strapi, store, writer }: BulkWorker,
  run: BulkRunRow,
  signal: AbortSignal,
): Promise<void> => {
  // neither the tool nor what it read is asked for any more
  const standing = createStanding(strapi, run, { ...run, inputs: {} });

  const keep = (item: BulkItemRow, message: string): Promise<void> =>
    writer.settle(run, item, { state: 'kept', error: bulkError(message) }, 0);

  const workOn = async (item: BulkItemRow): Promise<void> => {
    const stands = await standing();
    if ('error' in stands) return keep(item, stands.error.message);
    const found = await findEntry(strapi, stands.checked, item.document_id);
    if ('refusal' in found) return keep(item, found.refusal);
    try {
      await writer.undo(targetOf(run, stands), item);
    } catch (error) {
      const refusal = refusalOfValue(error);
      if (refusal === null) throw error;
      await keep(item, refusal);
    }
  };

  for (;;) {
    const items = await store.itemsAfter(run.id, 'written', 0, ITEMS_AT_ONCE);
    if (items.length === 0) break;
    for (const item of items) {
      if (signal.aborted) return;
      await workOn(item);
    }
  }
  await store.change(run.id, ['undoing'], { state: 'undone', ended_at: Date.now() });
};
