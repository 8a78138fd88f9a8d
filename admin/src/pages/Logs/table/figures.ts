import type { IntlShape } from 'react-intl';
import type { LogSummary } from '../../../../../contracts/logs';

const SECOND_MS = 1000;

type FormatNumber = IntlShape['formatNumber'];

/** A stretch of time as it is read: short ones in milliseconds, long ones in seconds. */
export const formatDuration = (ms: number, formatNumber: FormatNumber): string =>
  ms < SECOND_MS
    ? `${formatNumber(ms)} ms`
    : `${formatNumber(ms / SECOND_MS, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} s`;

/** All tokens of a run; null where nobody knows any. */
export const countTokens = ({
  prompt_tokens: prompt,
  completion_tokens: completion,
}: Pick<LogSummary, 'prompt_tokens' | 'completion_tokens'>): number | null =>
  prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0);
