import path from 'node:path';
import { HEARTBEAT_MS, SILENCE_MS, takeLock } from './journal-lock';
import type { JournalFiles, JournalLock } from './journal-lock';
import { createInstanceName, segmentName } from './journal-names';

/** This instance among those that share a folder: its name, and the lock that says it is alive. */
export interface JournalPresence {
  /** null before there was anything to write, and after `leave` */
  instance(): string | null;
  /** For a new segment; takes a name and a lock first, where there is none. Throws when the folder cannot be used. */
  nextPath(): string;
  /** Not for each write: nobody takes over from an instance that was heard of lately. */
  makeSure(): void;
  leave(): void;
}

interface Open {
  instance: string;
  lock: JournalLock;
  heartbeat: NodeJS.Timeout;
  touchedAt: number;
}

export const createJournalPresence = ({
  folder,
  files,
  now,
  onLost,
}: {
  folder: string;
  files: JournalFiles;
  now: () => number;
  /** the lock is gone: another instance has taken over, or somebody has emptied the folder */
  onLost(): void;
}): JournalPresence => {
  let open: Open | null = null;
  let segments = 0;

  const touch = (): void => {
    if (!open) return;
    open.touchedAt = now();
    if (open.lock.touch()) return;
    clearInterval(open.heartbeat);
    open = null;
    onLost();
  };

  const enter = (): Open => {
    files.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const instance = createInstanceName(now());
    const lock = takeLock(folder, instance, files);
    return { instance, lock, heartbeat: setInterval(touch, HEARTBEAT_MS).unref(), touchedAt: now() };
  };

  return {
    instance: () => open?.instance ?? null,
    nextPath: () => {
      open ??= enter();
      segments += 1;
      return path.join(folder, segmentName(open.instance, segments));
    },
    makeSure: () => {
      if (open && now() - open.touchedAt > SILENCE_MS / 2) touch();
    },
    leave: () => {
      if (!open) return;
      clearInterval(open.heartbeat);
      open.lock.release();
      open = null;
    },
  };
};
