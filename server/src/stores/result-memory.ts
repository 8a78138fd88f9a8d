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
}

const NOTHING = { results: 0, bytes: 0 };

/**
 * Keeps answers in so many bytes of memory, and gives up first what was not asked for the longest. `now` is a clock that
 * is never set back.
 */
export const createResultMemory = (maxBytes: number, now: () => number): BoundedResultMemory => {
  if (maxBytes === 0) return { find: () => null, keep: () => {}, forget: () => 0, size: () => NOTHING };
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ packed }, name) => ENTRY_BYTES + name.length + packed.length,
  });

  return {
    find: (key) => {
      const name = nameOf(key);
      const entry = entries.get(name);
      if (!entry) return null;
      const remainingMs = entry.expiresAt - now();
      const answer = remainingMs > 0 ? readJson(answerSchema, unpack(entry.packed)) : null;
      if (answer) return { answer, ageMs: Math.max(0, now() - entry.bornAt), remainingMs };
      entries.delete(name);
      return null;
    },

    keep: (key, { answer, ageMs, remainingMs }: KeptAnswer) => {
      const bornAt = now() - ageMs;
      const expiresAt = now() + remainingMs;
      entries.set(nameOf(key), { packed: pack(JSON.stringify(answer)), bornAt, expiresAt });
    },

    forget: (slug) => {
      const names = [...entries.keys()].filter((name) => slug === null || name.startsWith(`${slug}:`));
      for (const name of names) entries.delete(name);
      return names.length;
    },

    size: () => ({ results: entries.size, bytes: entries.calculatedSize }),
  };
};
