/** One limit that a run is counted against. */
export interface Quota {
  /** whose limit it is: the tool's, or that of one caller of the tool */
  scope: 'tool' | 'caller';
  /** runs that are allowed in a window */
  limit: number;
  /** runs that are left in this window; never below 0 */
  remaining: number;
  windowSeconds: number;
  /** until the window ends and the count starts anew; whole, at least 1 */
  resetSeconds: number;
}

/** What became of asking for leave to run. */
export interface Admission {
  /** empty for a tool without limits */
  quotas: readonly Quota[];
  /** the limit that is used up; null when the run may go on */
  refusedBy: Quota | null;
}
