const SLICES = 10;

/**
 * Rejects when `work` takes longer than this. The time is spent in slices, so that only time in which this process
 * could have seen an answer counts: after half a second of work of its own, it looks first and complains later.
 */
export const withPatience = <Result>(milliseconds: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    let slicesLeft = SLICES;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      if (slicesLeft === 0) return reject(new Error(`no answer within ${milliseconds} ms`));
      slicesLeft -= 1;
      timer = setTimeout(wait, milliseconds / SLICES);
    };
    wait();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
