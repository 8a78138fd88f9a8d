const EVERY_MS = 60_000;

/** What the log has to say about itself, so that a trouble of hours is not a line for each row. */
export interface LogReports {
  /** Says it at once, and then keeps still about this `topic` for a minute. */
  trouble(topic: string, message: string): void;
  /** Counts rows that nobody will ever see, and tells the number: at once, and then at most once a minute. */
  lost(rows: number, reason: string): void;
  /** all that were lost since the start */
  lostRows(): number;
  /** Tells what has not been told yet. */
  close(): void;
}

export const createLogReports = (warn: (message: string) => void, now: () => number): LogReports => {
  const saidAt = new Map<string, number>();
  const untold = new Map<string, number>();
  let lostRows = 0;
  let later: NodeJS.Timeout | undefined;

  const mayTalkAbout = (topic: string): boolean => {
    if (now() - (saidAt.get(topic) ?? -Infinity) < EVERY_MS) return false;
    saidAt.set(topic, now());
    return true;
  };

  const tellLosses = (): void => {
    clearTimeout(later);
    later = undefined;
    for (const [reason, rows] of untold) {
      warn(`${rows} log ${rows === 1 ? 'row is' : 'rows are'} lost: ${reason} (${lostRows} since the start)`);
    }
    untold.clear();
  };

  return {
    trouble: (topic, message) => {
      if (mayTalkAbout(topic)) warn(message);
    },
    lost: (rows, reason) => {
      if (rows === 0) return;
      lostRows += rows;
      untold.set(reason, (untold.get(reason) ?? 0) + rows);
      if (mayTalkAbout('losses')) tellLosses();
      else later ??= setTimeout(tellLosses, EVERY_MS).unref();
    },
    lostRows: () => lostRows,
    close: tellLosses,
  };
};
