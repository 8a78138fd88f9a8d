import { createHash } from 'node:crypto';
import type { CompiledTool } from './compile-tool';
import { networkOf } from './network-of';
import type { Quota } from './quota';
import type { Caller } from './run';

/** A limit that a run has to be counted against. */
export interface Limit {
  scope: Quota['scope'];
  /** what is counted together */
  key: string;
  /** runs in a window */
  runs: number;
}

/** Null for the site's own code, which runs tools on nobody's behalf. */
const identityOf = ({ type, id, address }: Caller): string | null => {
  if (id !== null) return `${type} ${id}`;
  return type === 'internal' ? null : `address ${networkOf(address ?? '')}`;
};

/** As short as every database's key, and without an address that could be read there. */
const digest = (identity: string): string => createHash('sha256').update(identity).digest('hex').slice(0, 32);

/**
 * The limits of one run. The caller's comes first: a caller who is over it must not use up what the tool has for
 * the others, not even for a moment.
 */
export const limitsOf = ({ slug, definition }: CompiledTool, caller: Caller): Limit[] => {
  const { rate_limit, rate_limit_per_caller } = definition;
  const limits: Limit[] = [];
  const identity = rate_limit_per_caller === null ? null : identityOf(caller);
  if (rate_limit_per_caller !== null && identity !== null) {
    limits.push({ scope: 'caller', key: `caller:${slug}:${digest(identity)}`, runs: rate_limit_per_caller });
  }
  if (rate_limit !== null) limits.push({ scope: 'tool', key: `tool:${slug}`, runs: rate_limit });
  return limits;
};
