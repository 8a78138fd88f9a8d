import { carryOut } from './bulk-carry-out';
import type { BulkWorker } from './bulk-carry-out';
import { takeBack } from './bulk-take-back';
import { LostRun } from './bulk-write';

/** Works on a run that this process has the lease of. Rejects for faults of the site, after which it is tried again. */
export const workOnRun = async (worker: BulkWorker, id: number, signal: AbortSignal): Promise<void> => {
  const run = await worker.store.find(id);
  try {
    if (run?.state === 'running') await carryOut(worker, run, signal);
    else if (run?.state === 'undoing') await takeBack(worker, run, signal);
  } catch (error) {
    if (!(error instanceof LostRun)) throw error;
  }
};
