import { NONCE } from './canaries';

/*
 * A generated request holds places such as {@tool:3} for what is only known when it is sent: the fourth tool that the
 * site has then. So a request that found a fault can be sent again to another site.
 */

export const PLACES = [
  'tool',
  'updated',
  'slug',
  'provider',
  'log',
  'cursor',
  'newest',
  'bulk',
  'article',
  'nonce',
  'admin',
  'jwt',
  'basic',
  'token',
  'tokenAsPassword',
] as const;
export type Place = (typeof PLACES)[number];

export const place = (name: Place, index = 0): string => `{@${name}:${index}}`;

const PLACE = /\{@(\w+):(\d+)\}/g;

/** As many as are remembered of each. */
const MOST = 40;

/** What there is on the site to be named. */
export interface Known {
  set(values: Partial<Record<Exclude<Place, 'nonce'>, readonly string[]>>): void;
  /** keeps what an answer tells of the site */
  learn(text: string): void;
  /** Fills places; `encode` is for where the text stands. Tells the nonces that it made. */
  fill(text: string, encode?: (value: string) => string): { text: string; nonces: string[] };
}

const LEARNT: [Place, RegExp][] = [
  ['log', /"request_id":"([\w-]{8,64})"/g],
  ['cursor', /"(?:next|previous)":"([\w-]+)"/g],
  ['newest', /"newest":"(\d+)"/g],
  ['bulk', /"data":\{"id":(\d+),/g],
];
const TOOL = /"data":\{"id":"([a-z0-9]{20,30})","defined_in":"site","updated_at":"([^"]+)"/;
const LONGEST_READ = 200_000;

export const createKnown = (): Known => {
  const known = new Map<string, string[]>();
  let made = 0;

  const add = (name: Place, value: string) => {
    const values = known.get(name) ?? [];
    if (!values.includes(value)) known.set(name, [value, ...values].slice(0, MOST));
  };

  /** An id and the time of its last change are found under the same number. */
  const addTool = (id: string, updatedAt: string) => {
    const ids = known.get('tool') ?? [];
    const times = known.get('updated') ?? [];
    const index = ids.indexOf(id);
    if (index >= 0) {
      times[index] = updatedAt;
      return;
    }
    known.set('tool', [id, ...ids].slice(0, MOST));
    known.set('updated', [updatedAt, ...times].slice(0, MOST));
  };

  return {
    set(values) {
      for (const [name, list] of Object.entries(values)) known.set(name, [...list]);
    },
    learn(text) {
      if (text.length > LONGEST_READ) return;
      for (const [name, pattern] of LEARNT) {
        for (const [, value] of [...text.matchAll(pattern)].slice(0, 5)) if (value) add(name, value);
      }
      const [, id, updatedAt] = TOOL.exec(text) ?? [];
      if (id && updatedAt) addTool(id, updatedAt);
    },
    fill(text, encode = (value) => value) {
      const nonces: string[] = [];
      const filled = text.replace(PLACE, (whole, name: string, index: string) => {
        if (name === 'nonce') {
          made += 1;
          const nonce = `nonce-${made.toString(36)}-x`;
          nonces.push(nonce);
          return nonce;
        }
        const values = known.get(name);
        if (!values) return whole;
        return encode(values[Number(index) % values.length] ?? 'none');
      });
      return { text: filled, nonces: [...nonces, ...(filled.match(NONCE) ?? [])] };
    },
  };
};
