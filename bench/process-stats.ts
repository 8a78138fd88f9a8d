import { readFileSync } from 'node:fs';
import os from 'node:os';

/*
 * What the kernel knows of a process, all of its threads included: with what the machine did beside it, the steadiest
 * figures that a shared machine gives. Linux only; elsewhere they are unknown.
 */

// what sysconf(_SC_CLK_TCK) answers on every Linux that Node runs on
const TICKS_PER_SECOND = 100;

const readProc = (file: string): string | null => {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return null;
  }
};

/** CPU time of a process so far, in milliseconds. */
export const cpuMs = (pid: number): number | null => {
  const stat = readProc(`${pid}/stat`);
  if (stat === null) return null;
  // the name of the command stands in brackets and may hold anything
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
};

/** Memory that a process holds, in MiB. */
export const memoryMib = (pid: number): number | null => {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readProc(`${pid}/status`) ?? '')?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
};

/** The share of the machine's time since its start that other virtual machines took. */
const readSteal = (): { stolen: number; all: number } | null => {
  const line = readProc('stat')?.split('\n')[0];
  if (!line) return null;
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
};

/** Begins to watch what other virtual machines take; the result tells the share so far, from 0 to 1. */
export const watchSteal = (): (() => number | null) => {
  const start = readSteal();
  return () => {
    const now = readSteal();
    return start && now ? (now.stolen - start.stolen) / (now.all - start.all) : null;
  };
};

/** What the machine did beside a run, of which `steal` is the share that other virtual machines took. */
export const describeLoad = (steal: number | null): string => {
  const taken = steal === null ? 'an unknown share' : `${(steal * 100).toFixed(1)} %`;
  return `other virtual machines took ${taken} of the CPU; load average at the end ${(os.loadavg()[0] ?? 0).toFixed(1)}`;
};
