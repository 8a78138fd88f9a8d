import { randomBytes } from 'node:crypto';

/**
 * So many bytes of a secret are a find: short enough to find the greater part of a key, and too many to be met by
 * chance. That holds for bytes, not for characters: eight digits of hex are in many a number.
 */
const WINDOW_BYTES = 8;

export interface Secret {
  name: string;
  /** letters and digits only, however the whole is quoted */
  core: string;
  value: string;
}

/** A key that is like no other, and of no shape that a key is known by; it has signs that are spelled differently. */
export const makeSecret = (name: string, before = 'canary/', after = '+='): Secret => {
  const core = randomBytes(48)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 32);
  return { name, core, value: `${before}${core}${after}` };
};

/** Somebody else made it, and only its last part is nobody else's, as the signature of a token. */
export const secretOf = (name: string, value: string): Secret => {
  const [core = ''] = /[A-Za-z0-9]{16,}$/.exec(value.replaceAll(/[^A-Za-z0-9]/g, '')) ?? [];
  return { name, core: core.slice(-32), value };
};

const windowsOf = (text: string, width: number): string[] =>
  Array.from({ length: Math.max(0, text.length - width + 1) }, (_, at) => text.slice(at, at + width));

/** Base64 at each of the places where a text may begin in three bytes, without what its neighbours take part in. */
const inBase64 = (core: string): string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(core)]);
    return bytes.toString('base64').slice(4, Math.floor((bytes.length * 8) / 6));
  });

/** How a secret may be written, and how many characters the bytes of a window are sure to make then. */
const SPELLINGS: Record<string, { width: number; spell(core: string): string[] }> = {
  'in clear': { width: WINDOW_BYTES, spell: (core) => [core] },
  'in base64': { width: Math.floor((WINDOW_BYTES * 8) / 6), spell: inBase64 },
  'in hex': { width: WINDOW_BYTES * 2, spell: (core) => [Buffer.from(core).toString('hex')] },
};

/** Finds parts of secrets that are longer than what may be shown of one, in clear or merely encoded. */
export const createSecretSearch = (secrets: readonly Secret[]) => {
  const byWidth = new Map<number, Map<string, string>>();
  for (const [spelling, { width, spell }] of Object.entries(SPELLINGS)) {
    const windows = new Map<string, string>();
    for (const { name, core } of secrets) {
      for (const spelled of spell(core)) {
        for (const window of windowsOf(spelled, width)) windows.set(window, `${name} ${spelling}`);
      }
    }
    byWidth.set(width, windows);
  }
  /** What was found, each with the text around it and where that is from. */
  return (place: string, text: string): string[] => {
    const found = new Map<string, string>();
    for (const [width, windows] of byWidth) {
      for (let at = 0; at + width <= text.length; at += 1) {
        const secret = windows.get(text.slice(at, at + width));
        if (secret !== undefined && !found.has(secret)) {
          found.set(secret, `${secret}, ${place}: …${text.slice(Math.max(0, at - 100), at + 50)}…`);
        }
      }
    }
    return [...found.values()];
  };
};
