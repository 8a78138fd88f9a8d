import type { ErrorBody, ErrorCode } from '../../../contracts/errors';

/** What a failed call means for the run that it belongs to. */
export type Verdict =
  /** the entry has failed; the next one may do better */
  | { kind: 'fail' }
  /** the entry is tried again when so much time has passed, and so are all others */
  | { kind: 'wait'; seconds: number }
  /** the entry is tried again when no other call of the run is under way */
  | { kind: 'alone' }
  /** every other entry would fail like this: the run stops, and this entry waits with the rest */
  | { kind: 'stop' }
  /** nobody has asked for the answer any more; the entry waits */
  | { kind: 'drop' };

/** What is wrong with the site, and with none of the entries. */
const SITE_CODES: readonly ErrorCode[] = [
  'provider_not_configured',
  'provider_auth_failed',
  'model_not_found',
  'tool_not_found',
];

/** What one entry has of its own, and says nothing of the next. */
const ENTRY_CODES: readonly ErrorCode[] = [
  'invalid_input',
  'invalid_request',
  'context_window_exceeded',
  'content_refused',
  'empty_completion',
];

const DEFAULT_WAIT_SECONDS = 5;
const MOST_WAITS_FOR_PROVIDER = 3;
const MOST_SECONDS_FOR_PROVIDER = 300;
const MOST_EQUAL_FAILURES = 5;

export interface CallCircumstances {
  /** whether other calls of the run were under way */
  hadCompany: boolean;
  /** how often in a row the run has waited for the provider, without an answer since */
  waits: number;
}

/** Judges the error of one call. */
export const verdictOf = (
  { code, details }: Pick<ErrorBody, 'code' | 'details'>,
  { hadCompany, waits }: CallCircumstances,
): Verdict => {
  const seconds = details.retry_after_seconds ?? DEFAULT_WAIT_SECONDS;
  if (code === 'cancelled') return { kind: 'drop' };
  if (code === 'rate_limit_exceeded') return { kind: 'wait', seconds: Math.max(1, seconds) };
  // what is left may be set aside for the run's own calls
  if (code === 'budget_exceeded') return { kind: hadCompany ? 'alone' : 'stop' };
  if (code === 'provider_unavailable') {
    const isPatient = waits < MOST_WAITS_FOR_PROVIDER && seconds <= MOST_SECONDS_FOR_PROVIDER;
    return isPatient ? { kind: 'wait', seconds: Math.max(1, seconds) } : { kind: 'stop' };
  }
  return { kind: SITE_CODES.includes(code) ? 'stop' : 'fail' };
};

/** Failures of one kind, one after the other. */
export interface Streak {
  code: ErrorCode | null;
  length: number;
}

export const NO_STREAK: Streak = { code: null, length: 0 };

/** The streak with one more failure. Those that are an entry's own neither belong to one nor end one. */
export const lengthen = (streak: Streak, code: ErrorCode): Streak => {
  if (ENTRY_CODES.includes(code)) return streak;
  return { code, length: streak.code === code ? streak.length + 1 : 1 };
};

/** Whether so many equal failures in a row are the site's, or the provider's, and no longer chance. */
export const isHopeless = ({ length }: Streak): boolean => length >= MOST_EQUAL_FAILURES;
