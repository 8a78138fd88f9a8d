import { cutText } from './cut-text';
import type { LogRow } from './log-row';
import { redactSecrets } from './redact';
import type { Redact } from './redaction-rules';
import { rewriteJson } from './rewrite-json';
import { storableText } from './storable';

export interface BodyRules {
  capture: 'none' | 'errors' | 'all';
  maxBytes: number;
  /** the site's own rules */
  redact: Redact;
}

/** Read beyond where a text is cut, so that what has to be taken out is whole. */
const OVERLAP = 4096;

const wantsBodies = ({ capture }: BodyRules, { status }: LogRow): boolean =>
  capture === 'all' || (capture === 'errors' && status !== 'success');

/** Whether there is anything in a row that somebody outside has written and that may hold secrets. */
export const hasOutsideText = (row: LogRow, rules: BodyRules): boolean =>
  row.error_message !== null || (wantsBodies(rules, row) && (row.inputs !== null || row.output !== null));

/** Takes out what must not be stored, of no more than what will be. */
const createCleaner = ({ maxBytes, redact }: BodyRules, keys: readonly string[]) => {
  let unseenBytes = 0;
  const clean = (text: string): string => {
    const head = text.slice(0, maxBytes + OVERLAP);
    const cleaned = redact(redactSecrets(storableText(head), keys));
    if (head.length === text.length) return cleaned;
    // however much was taken out before it: what the cut has halved nobody could recognise
    const whole = cleaned.slice(0, -OVERLAP).toWellFormed();
    unseenBytes += Buffer.byteLength(text) - Buffer.byteLength(head);
    unseenBytes += Buffer.byteLength(cleaned) - Buffer.byteLength(whole);
    return whole;
  };
  const cleanNumber = (value: number): unknown => {
    const text = String(value);
    const rest = clean(text);
    return rest === text ? value : rest;
  };
  const cleanJson = (value: unknown): unknown => rewriteJson(value, { text: clean, number: cleanNumber });
  return { clean, cleanJson, unseenBytes: () => unseenBytes };
};

const cleanText = (text: string, rules: BodyRules, keys: readonly string[]): string => {
  const { clean, unseenBytes } = createCleaner(rules, keys);
  return cutText(clean(text), rules.maxBytes, unseenBytes());
};

/** The inputs as they may be stored; what is too long becomes the beginning of its JSON, as a text. */
const cleanInputs = (inputs: unknown, rules: BodyRules, keys: readonly string[]): unknown => {
  const { cleanJson, unseenBytes } = createCleaner(rules, keys);
  const cleaned = cleanJson(inputs ?? null);
  const json = JSON.stringify(cleaned);
  const cut = cutText(json, rules.maxBytes, unseenBytes());
  return cut === json ? cleaned : cut;
};

/**
 * A row with bodies only as the site wants them: they hold what its visitors typed. `keys` are the site's own; whose keys
 * are not known (null) cannot be taken out, so then there is no text at all.
 */
export const withBodies = (row: LogRow, rules: BodyRules, keys: readonly string[] | null): LogRow => {
  if (keys === null) return { ...row, inputs: null, output: null, error_message: null };
  const isWanted = wantsBodies(rules, row);
  return {
    ...row,
    error_message: row.error_message && cleanText(row.error_message, rules, keys),
    inputs: isWanted ? cleanInputs(row.inputs, rules, keys) : null,
    output: isWanted && row.output !== null ? cleanText(row.output, rules, keys) : null,
  };
};

const LEFT_OUT = '[left out: it could not be made ready for the log]';

/** A row whose bodies could not be made ready: it says so where they would stand. */
export const withoutBodies = (row: LogRow, rules: BodyRules): LogRow => {
  const isWanted = wantsBodies(rules, row);
  return {
    ...row,
    error_message: row.error_message && LEFT_OUT,
    inputs: isWanted ? LEFT_OUT : null,
    output: isWanted && row.output !== null ? LEFT_OUT : null,
  };
};
