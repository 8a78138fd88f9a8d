import { COUNTS, createEntry } from './cube';
import type { Entry, EntryKey } from './cube';

/*
 * A slot as text: base64 of numbers of variable length, with each word once. A tenth of what JSON takes, and read
 * several times as fast, which is what the time of a dashboard consists of.
 */
const FORMAT = 1;
const KEYS = [
  'tool',
  'provider',
  'model',
  'source',
  'caller',
  'status',
] as const satisfies (keyof EntryKey)[];

const createWriter = () => {
  let bytes = Buffer.allocUnsafe(16 * 1024);
  let size = 0;
  const makeRoom = (needed: number): void => {
    if (size + needed <= bytes.length) return;
    bytes = Buffer.concat([bytes], 2 * (bytes.length + needed));
  };
  const number = (value: number): void => {
    makeRoom(8);
    let rest = value;
    // beyond 32 bits, where the shifts of JavaScript end
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
      bytes[size] = (rest % 0x80) + 0x80;
      size += 1;
    }
    bytes[size] = rest;
    size += 1;
  };
  const text = (value: string): void => {
    const length = Buffer.byteLength(value);
    number(length);
    makeRoom(length);
    size += bytes.write(value, size);
  };
  return { number, text, toBase64: () => bytes.toString('base64', 0, size) };
};

const createReader = (base64: string) => {
  const bytes = Buffer.from(base64, 'base64');
  let at = 0;
  const next = (): number => {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('A slot of the analytics ends too early.');
    at += 1;
    return byte;
  };
  const number = (): number => {
    let byte = next();
    if (byte < 0x80) return byte;
    let value = byte - 0x80;
    for (let place = 0x80; ; place *= 0x80) {
      byte = next();
      if (byte < 0x80) return value + byte * place;
      value += (byte - 0x80) * place;
    }
  };
  const text = (): string => {
    const length = number();
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  return { number, text };
};

export const encodeEntries = (entries: Iterable<Entry>): string => {
  const all = [...entries];
  const places = new Map<string, number>();
  const place = (word: string | null): void => {
    // 0 is for what there is not
    if (word !== null && !places.has(word)) places.set(word, places.size + 1);
  };
  for (const entry of all) {
    for (const key of KEYS) place(entry[key]);
    for (const code of entry.errors?.keys() ?? []) place(code);
  }
  const placeOf = (word: string | null): number => (word === null ? 0 : (places.get(word) ?? 0));

  const { number, text, toBase64 } = createWriter();
  number(FORMAT);
  number(places.size);
  for (const word of places.keys()) text(word);
  number(all.length);
  for (const entry of all) {
    for (const key of KEYS) number(placeOf(entry[key]));
    for (const count of COUNTS) number(entry[count]);
    number(entry.errors?.size ?? 0);
    for (const [code, count] of entry.errors ?? []) {
      number(placeOf(code));
      number(count);
    }
    number(entry.latencies.length / 2);
    let last = 0;
    for (let at = 0; at < entry.latencies.length; at += 2) {
      const cell = entry.latencies[at] ?? 0;
      number(cell - last);
      number(entry.latencies[at + 1] ?? 0);
      last = cell;
    }
  }
  return toBase64();
};

/**
 * Calls `visit` for each entry, always with the same object: who wants to keep one copies it. A dashboard reads tens of
 * thousands of them, and would spend a third of its time on throwing them away. Throws for a text that no version of
 * this plugin has written.
 */
export const visitEntries = (base64: string, visit: (entry: Entry) => void): void => {
  const { number, text } = createReader(base64);
  const format = number();
  if (format !== FORMAT) throw new Error(`A slot of the analytics has the unknown format ${format}.`);
  const words: (string | null)[] = [null];
  for (let left = number(); left > 0; left -= 1) words.push(text());
  const word = (): string | null => words[number()] ?? null;

  const readErrors = (): Entry['errors'] => {
    let left = number();
    if (left === 0) return null;
    const errors = new Map<string, number>();
    for (; left > 0; left -= 1) errors.set(word() ?? '', number());
    return errors;
  };

  const entry = createEntry({
    tool: null,
    provider: null,
    model: null,
    source: null,
    caller: null,
    status: null,
  });
  const { latencies } = entry;
  for (let left = number(); left > 0; left -= 1) {
    // in the order in which they were written
    entry.tool = word();
    entry.provider = word();
    entry.model = word();
    entry.source = word();
    entry.caller = word();
    entry.status = word();
    entry.runs = number();
    entry.cached = number();
    entry.timed = number();
    entry.latency_ms = number();
    entry.cached_latency_ms = number();
    entry.prompt_tokens = number();
    entry.completion_tokens = number();
    entry.cached_tokens = number();
    entry.reasoning_tokens = number();
    entry.cost_micros = number();
    entry.unknown_cost = number();
    entry.errors = readErrors();
    const cells = number();
    let cell = 0;
    for (let at = 0; at < cells; at += 1) {
      cell += number();
      latencies[2 * at] = cell;
      latencies[2 * at + 1] = number();
    }
    latencies.length = 2 * cells;
    visit(entry);
  }
};

export const decodeEntries = (base64: string): Entry[] => {
  const entries: Entry[] = [];
  visitEntries(base64, (entry) => entries.push({ ...entry, latencies: [...entry.latencies] }));
  return entries;
};
