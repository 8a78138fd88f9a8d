export interface Undos {
  /** Progress goes beside the result, so that the tables can be sent into a file. */
  tell(line: string): void;
  /** What `undo` is for is there now; a run that is being stopped gets rid of it at once. */
  undoLater(undo: () => unknown): void;
  isStopping(): boolean;
}

/** Runs a program, and undoes what it has made: also when it fails, or when somebody stops it. */
export const runUntilDone = async (work: (undos: Undos) => Promise<void>): Promise<void> => {
  const undos: (() => unknown)[] = [];
  let isStopping = false;
  const startedAt = Date.now();
  const tell = (line: string): void => {
    process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
  };

  /** Last first: processes end before their files go. */
  const undoAll = async (): Promise<void> => {
    isStopping = true;
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        tell(`! not cleaned up: ${String(error)}`);
      }
    }
  };
  const undoLater = (undo: () => unknown): void => {
    undos.push(undo);
    if (isStopping) void undoAll();
  };

  // npm passes a signal on that the terminal has sent already: the second one must not cut the first one short
  let stopping: Promise<void> | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping ??= undoAll();
    });
  }
  try {
    await work({ tell, undoLater, isStopping: () => isStopping });
  } catch (error) {
    // what was waited for has just been ended
    if (!stopping) throw error;
  } finally {
    await stopping;
    await undoAll();
    if (stopping) process.exitCode = 130;
  }
};
