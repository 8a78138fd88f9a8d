import { LRUCache } from 'lru-cache';
import type { KeptAnswer, ResultMemory } from '../engine/kept-answer';
import type { ResultKey } from '../engine/result-key';
import { answerSchema, readJson } from './answer-json';

interface Entry {
  /** the bytes of the JSON, a character each */
  packed: string;
  bornAt: number;
  expiresAt: number;
}

/** What an entry takes beside its key and its JSON: objects, numbers, its places in the cache's lists. */
const ENTRY_BYTES = 600;

/**
 * JSON as a string of bytes: its size is known exactly, where a character may otherwise take one byte or two, and it holds
 * nothing else, as would a string that was cut out of a larger one or joined of smaller ones. On the heap, since buffers
 * of this size leave holes in the process's memory: 100,000 of them through 16 MB cost 50 MB.
 */
const pack = (json: string): string => Buffer.from(json).toString('latin1');
const unpack = (packed: string): string => Buffer.from(packed, 'latin1').toString();

const nameOf = ({ slug, digest }: ResultKey): string => `${slug}:${digest}`;

export interface BoundedResultMemory extends ResultMemory {
  /** Drops what is kept for a tool, null for all; says how much that was. */
  forget(slug: string | null): number;
  size(): { results: number; bytes: number };
  /** Another bound from now on: what fits stays, and what was not asked for the longest goes first. */
  resize(maxBytes: number): void;
}

/** null for a cache of no bytes, which the library does not make. */
const openEntries = (maxBytes: number): LRUCache<string, Entry> | null =>
  maxBytes === 0
    ? null
    : new LRUCache<string, Entry>({
        maxSize: maxBytes,
        sizeCalculation: ({ packed }, name) => ENTRY_BYTES + name.length + packed.length,
      });

/**
 * Keeps answers in so many bytes of memory, and gives up first what was not asked for the longest. `now` is a clock that
 * is never set back.
 */
export const createResultMemory = (maxBytes: number, now: () => number): BoundedResultMemory => {
  let entries = openEntries(maxBytes);

  return {
    find: (key) => {
      const name = nameOf(key);
      const entry = entries?.get(name);
      if (!entry) return null;
      const remainingMs = entry.expiresAt - now();
      const answer = remainingMs > 0 ? readJson(answerSchema, unpack(entry.packed)) : null;
      if (answer) return { answer, ageMs: Math.max(0, now() - entry.bornAt), remainingMs };
      entries?.delete(name);
      return null;
    },

    keep: (key, { answer, ageMs, remainingMs }: KeptAnswer) => {
      if (!entries) return;
      const bornAt = now() - ageMs;
      const expiresAt = now() + remainingMs;
      entries.set(nameOf(key), { packed: pack(JSON.stringify(answer)), bornAt, expiresAt });
    },

    forget: (slug) => {
      const names = [...(entries?.keys() ?? [])].filter(
        (name) => slug === null || name.startsWith(`${slug}:`),
      );
      for (const name of names) entries?.delete(name);
      return names.length;
    },

    size: () => ({ results: entries?.size ?? 0, bytes: entries?.calculatedSize ?? 0 }),

    resize: (bytes) => {
      const before = entries;
      // the library's bound is for good
      entries = openEntries(bytes);
      // from the one that was not asked for the longest
      for (const name of before?.rkeys() ?? []) entries?.set(name, before?.peek(name));
    },
  };
};
