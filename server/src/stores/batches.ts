/** The outcome of a batch, and which of its members this one is, from 1. */
export interface Share<Result> {
  result: Result;
  place: number;
  size: number;
}

interface Batch<Result> {
  size: number;
  result: Promise<Result>;
}

/**
 * Does for many at once what would otherwise be done for each. `send` calls `take` when its turn has come: until then
 * others with the same key join in, and from then on they open the next batch.
 */
export const createBatches = <Result>(send: (key: string, take: () => number) => Promise<Result>) => {
  const open = new Map<string, Batch<Result>>();

  const openBatch = (key: string): Batch<Result> => {
    const take = (): number => {
      if (open.get(key) === batch) open.delete(key);
      return batch.size;
    };
    // it starts a moment later, so that the one who opens the batch is in it
    const result = Promise.resolve()
      .then(() => send(key, take))
      .finally(take);
    const batch = { size: 0, result };
    open.set(key, batch);
    return batch;
  };

  return async (key: string): Promise<Share<Result>> => {
    const batch = open.get(key) ?? openBatch(key);
    batch.size += 1;
    const place = batch.size;
    return { result: await batch.result, place, size: batch.size };
  };
};
