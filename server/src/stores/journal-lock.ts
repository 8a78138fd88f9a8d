import fs from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

/** What a journal does to its folder; a test can put a full or a broken disk in its place. */
export type JournalFiles = Pick<
  typeof fs,
  | 'closeSync'
  | 'ftruncateSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readFileSync'
  | 'readSync'
  | 'readdirSync'
  | 'renameSync'
  | 'statSync'
  | 'unlinkSync'
  | 'utimesSync'
  | 'writeFileSync'
  | 'writeSync'
>;

interface Owner {
  /** which machine, and which numbering of processes on it: each container has its own */
  machine: string;
  pid: number;
  /** tells a process from a later one with the same number; null where the system does not say */
  startedAt: string | null;
}

const tryOr = <Value, Other>(work: () => Value, otherwise: Other): Value | Other => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

/** When a process began, from what its line has after the name, which may hold anything; null for one that has ended. */
const startOf = (pid: number): string | null => {
  const line = tryOr(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8'), '');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  // ended, and only not yet asked for its exit code
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
};

const machineOf = (): string =>
  tryOr(
    () =>
      `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fs.readlinkSync('/proc/self/ns/pid')}`,
    hostname(),
  );

const thisProcess = (): Owner => ({
  machine: machineOf(),
  pid: process.pid,
  startedAt: startOf(process.pid),
});

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // it is there, and belongs to another user
    return Object(error).code === 'EPERM';
  }
};

const isDead = (owner: Owner): boolean => !exists(owner.pid) || startOf(owner.pid) !== owner.startedAt;

/** A living instance touches its lock this often. */
export const HEARTBEAT_MS = 5000;
/** How long a lock that nobody here can judge has to lie still before its owner counts as dead. */
export const SILENCE_MS = 60_000;

const lockPath = (folder: string, instance: string): string => path.join(folder, `${instance}.lock`);

/** Says that the segments of this instance are in use. */
export interface JournalLock {
  /** Says that we live. False when the lock is gone: another instance has taken us for dead, or someone has tidied up. */
  touch(): boolean;
  release(): void;
}

export const takeLock = (folder: string, instance: string, files: JournalFiles): JournalLock => {
  const file = lockPath(folder, instance);
  files.writeFileSync(file, JSON.stringify(thisProcess()), { mode: 0o600, flag: 'wx' });
  return {
    touch: () => {
      const now = new Date();
      try {
        files.utimesSync(file, now, now);
        return true;
      } catch (error) {
        return Object(error).code !== 'ENOENT';
      }
    },
    release: () => tryOr(() => files.unlinkSync(file), undefined),
  };
};

/**
 * Tells whether an instance is gone. One on this machine is looked for among the processes; one elsewhere, on a folder
 * that machines or containers share, can only be watched: its clock may differ from ours, so what counts is that its
 * lock does not change while we look.
 */
export const createDeathCheck = (
  folder: string,
  files: JournalFiles,
  now: () => number,
): ((instance: string) => boolean) => {
  const watched = new Map<string, { touchedAt: number; since: number }>();
  const here = thisProcess();

  const hasFallenSilent = (instance: string, touchedAt: number): boolean => {
    const last = watched.get(instance);
    if (last?.touchedAt !== touchedAt) watched.set(instance, { touchedAt, since: now() });
    return last?.touchedAt === touchedAt && now() - last.since >= SILENCE_MS;
  };

  return (instance) => {
    const file = lockPath(folder, instance);
    const touchedAt = tryOr(() => files.statSync(file).mtimeMs, null);
    if (touchedAt === null) return true;
    const owner: Partial<Owner> = Object(tryOr(() => JSON.parse(files.readFileSync(file, 'utf8')), null));
    const { machine, pid, startedAt = null } = owner;
    if (machine !== here.machine || typeof pid !== 'number') return hasFallenSilent(instance, touchedAt);
    if (isDead({ machine, pid, startedAt })) return true;
    // without its start, a living process may be another one with the same number
    return startedAt === null && hasFallenSilent(instance, touchedAt);
  };
};
