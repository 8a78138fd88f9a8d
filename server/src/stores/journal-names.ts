import { randomBytes } from 'node:crypto';

const SEGMENT_NAME = /^(?<instance>[0-9a-z]+-[0-9a-f]{16})\.\d+\.jsonl$/;
const LOCK_NAME = /^(?<instance>[0-9a-z]+-[0-9a-f]{16})\.lock$/;

/** sorts by age */
export const createInstanceName = (now: number): string =>
  `${now.toString(36).padStart(9, '0')}-${randomBytes(8).toString('hex')}`;

/** sorts by age among those of the same instance */
export const segmentName = (instance: string, number: number): string =>
  `${instance}.${String(number).padStart(9, '0')}.jsonl`;

/** Whether a file in the folder of journals holds rows of the instance. */
export const isSegmentOf = (instance: string, name: string): boolean =>
  SEGMENT_NAME.exec(name)?.groups?.instance === instance;

/** The instances that have left a file in the folder, oldest first. */
export const instancesIn = (names: readonly string[]): Set<string> =>
  new Set(names.flatMap((name) => (SEGMENT_NAME.exec(name) ?? LOCK_NAME.exec(name))?.groups?.instance ?? []));
