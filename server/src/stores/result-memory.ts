import { LRUCache } from 'lru-cache';
import type { KeptAnswer, ResultMemory } from '../engine/kept-answer';
import type { ResultKey } from '../engine/result-key';
import { answerSchema, readJson } from './answer-json';

interface Entry {
  json: Buffer;
  bornAt: number;
  expiresAt: number;
}

/** What an entry takes beside its key and its JSON: objects, the head of a buffer, its places in the cache's lists. */
const ENTRY_BYTES = 700;

/**
 * Answers as JSON in buffers of their own: their size is known to the byte, and nothing else is held by what holds them,
 * as would be with strings that were cut out of larger ones or joined of smaller ones.
 */
const toBuffer = (text: string): Buffer => {
  const buffer = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  buffer.write(text);
  return buffer;
};

const nameOf = ({ slug, digest }: ResultKey): string => `${slug}:${digest}`;

export interface BoundedResultMemory extends ResultMemory {
  /** Drops what is kept for a tool, null for all; says how much that was. */
  forget(slug: string | null): number;
}

/**
 * Keeps answers in so many bytes of memory, and gives up first what was not asked for the longest. `now` is a clock that
 * is never set back.
 */
export const createResultMemory = (maxBytes: number, now: () => number): BoundedResultMemory => {
  if (maxBytes === 0) return { find: () => null, keep: () => {}, forget: () => 0 };
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }, name) => ENTRY_BYTES + name.length + json.byteLength,
  });

  return {
    find: (key) => {
      const name = nameOf(key);
      const entry = entries.get(name);
      if (!entry) return null;
      const remainingMs = entry.expiresAt - now();
      const answer = remainingMs > 0 ? readJson(answerSchema, entry.json.toString()) : null;
      if (answer) return { answer, ageMs: Math.max(0, now() - entry.bornAt), remainingMs };
      entries.delete(name);
      return null;
    },

    keep: (key, { answer, ageMs, remainingMs }: KeptAnswer) => {
      const bornAt = now() - ageMs;
      const expiresAt = now() + remainingMs;
      entries.set(nameOf(key), { json: toBuffer(JSON.stringify(answer)), bornAt, expiresAt });
    },

    forget: (slug) => {
      const names = [...entries.keys()].filter((name) => slug === null || name.startsWith(`${slug}:`));
      for (const name of names) entries.delete(name);
      return names.length;
    },
  };
};
