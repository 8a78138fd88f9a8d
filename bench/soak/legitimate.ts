import { wasUnwell } from './faults';
import type { FaultWindow } from './faults';
import type { Outcome } from './outcome';

/*
 * Which answer a request may have, by what was broken while it was under way. Whatever else is answered is a fault of
 * the site.
 */

/** What a run can end with when its provider fails. */
const PROVIDER_CODES = [
  'provider_error',
  'provider_unavailable',
  'provider_timeout',
  'invalid_provider_response',
  'empty_completion',
];

/** Of these a fallback makes good nothing: the provider is there, and what it says is of no use. */
const USELESS_ANSWERS = ['invalid_provider_response', 'empty_completion'];

/** A model that failed five times is left alone for fifteen seconds. */
const BREAKER_MS = 16_000;
/** Until the connections of the pool are new ones. */
const DATABASE_AFTERMATH_MS = 1000;
/** Money is set aside within two seconds or not at all, also when hundreds who have waited are asking the database. */
const RUSH_MS = 10_000;
/** So long after a gap all that is known may not have been read again. */
const GAP_MS = 30_000;
/** For a second after a failure the store of the limits is not asked, nor the shared cache. */
export const REDIS_AFTERMATH_MS = 2500;

/** What was broken during a run, and what of the site decides for how long that can be felt. */
export interface Circumstances {
  windows: readonly FaultWindow[];
  providerTimeoutMs: number;
}

type Answer = `${number}` | `${number} ${string}`;

export const answerOf = ({ status, code }: Pick<Outcome, 'status' | 'code'>): Answer =>
  code === null ? `${status ?? 0}` : `${status ?? 0} ${code}`;

const REFUSED: Partial<Record<Outcome['kind'], Answer>> = {
  'faulty input': '400 invalid_input',
  'unknown tool': '404 tool_not_found',
  'wrong token': '401',
};

const everywhere = (name: string): boolean => name.endsWith('everywhere');

const isProviderFault = (outcome: Outcome, { windows, providerTimeoutMs }: Circumstances): boolean => {
  const { kind, code } = outcome;
  if (code === null || kind in REFUSED || !PROVIDER_CODES.includes(code)) return false;
  // who asked at the end of a fault notices at the deadline, and the breaker opens then
  const aftermathMs = providerTimeoutMs + BREAKER_MS;
  if (!wasUnwell(windows, 'provider', outcome, aftermathMs)) return false;
  if (kind !== 'with a fallback' || USELESS_ANSWERS.includes(code)) return true;
  return wasUnwell(windows, 'provider', outcome, aftermathMs, everywhere);
};

/** The host asks its database who is calling and what they may do: without one, nobody can be let in. */
const isDatabaseFault = (outcome: Outcome, { windows }: Circumstances): boolean => {
  const { kind, caller } = outcome;
  const answer = answerOf(outcome);
  if (kind === 'budgeted' && answer === '503 provider_unavailable') {
    return wasUnwell(windows, 'database', outcome, RUSH_MS);
  }
  // SQLite's lock is one of them: the host notes when a token was used last
  const keepsOut = (what: string) => what === 'cut off' || what === 'locked';
  if (!wasUnwell(windows, 'database', outcome, DATABASE_AFTERMATH_MS, keepsOut)) return false;
  // what is known is not trusted after a gap in what Redis tells of changes
  if (caller === 'site') {
    return answer === '500 internal_error' && wasUnwell(windows, 'redis', outcome, GAP_MS);
  }
  // Users & Permissions takes callers whose rights it cannot read for some who have not said who they are
  return answer === '500 internal_error' || (answer === '401' && (caller === 'public' || caller === 'jwt'));
};

/** What is wrong with an answer, given what was broken; null when nothing is. Redis is an excuse for nothing. */
export const findFault = (outcome: Outcome, circumstances: Circumstances): string | null => {
  const { kind, end, complaint } = outcome;
  if (complaint !== null) return complaint;
  if (end === 'left') return null;
  if (end === 'lost') return 'no answer';
  const answer = answerOf(outcome);
  if (answer === (REFUSED[kind] ?? '200')) return null;
  if (kind === 'limited' && answer === '429 rate_limit_exceeded') return null;
  if (isProviderFault(outcome, circumstances) || isDatabaseFault(outcome, circumstances)) return null;
  return `answered ${answer}`;
};
