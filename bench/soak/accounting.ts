import type { Knex } from 'knex';
import { z } from 'zod';
import { echoOf } from './echo';
import { wasUnwell } from './faults';
import type { FaultWindow } from './faults';
import { REDIS_AFTERMATH_MS, answerOf, findFault } from './legitimate';
import type { Circumstances } from './legitimate';
import type { Outcome } from './outcome';

/*
 * Every request has one outcome and one log row, which say the same. What does not fit is a complaint.
 */

const ROWS_AT_ONCE = 10_000;

/** What the host refuses is logged up to so many times a minute; see host-refusals.ts. */
const REFUSALS = { logged: 300, withinMs: 61_000 };

const fromJson = z.preprocess(
  (value) => (typeof value === 'string' ? JSON.parse(value) : value),
  z.looseObject({ ticket: z.int().optional() }).nullable(),
);

const rowSchema = z.object({
  id: z.coerce.number(),
  request_id: z.string(),
  tool_slug: z.string(),
  status: z.string(),
  error_code: z.string().nullable(),
  cached: z.coerce.boolean(),
  provider: z.string().nullable(),
  cost_micros: z.coerce.number().nullable(),
  attempts: z.coerce.number(),
  inputs: fromJson,
  output: z.string().nullable(),
});
export type Row = z.output<typeof rowSchema>;

export interface Complaints {
  add(what: string, example?: unknown): void;
  /** each with how often it was made and what it was made of first */
  list(): string[];
}

export const createComplaints = (): Complaints => {
  const known = new Map<string, { count: number; example: unknown }>();
  return {
    add: (what, example) => {
      const one = known.get(what);
      if (one) one.count += 1;
      else known.set(what, { count: 1, example });
    },
    list: () =>
      [...known].map(([what, { count, example }]) =>
        [`${count} × ${what}`, ...(example === undefined ? [] : [JSON.stringify(example)])].join(': '),
      ),
  };
};

/** What the row of an outcome must say: the status of the run, and the code that its caller was told. */
const expectedOf = ({ status, code }: Outcome): string => {
  if (code !== null) return `error ${code}`;
  return status === 200 ? 'success' : 'refused unauthorized';
};

const differences = (row: Row, outcome: Outcome): string[] => {
  const found: string[] = [];
  const compare = (what: string, logged: unknown, told: unknown) => {
    if (logged !== told) found.push(`${what} ${String(logged)} is logged, and ${String(told)} was answered`);
  };
  if (outcome.requestId !== null) compare('the request id', row.request_id, outcome.requestId);
  if (outcome.end !== 'answered') return found;
  compare('the end', [row.status, row.error_code].filter(Boolean).join(' '), expectedOf(outcome));
  if (row.status !== 'success') return found;
  compare('cached', row.cached, outcome.cached);
  compare('the provider', row.provider, outcome.provider);
  if (row.output !== echoOf(outcome.nonce)) found.push('the output that is logged is not its own');
  compare('the cost', row.cost_micros, Math.round((outcome.costUsd ?? NaN) * 1e6));
  return found;
};

export interface Ledger {
  add(outcome: Outcome): void;
  count(): number;
  outcomes(): IterableIterator<Outcome>;
}

export const createLedger = (complaints: Complaints): Ledger => {
  const byTicket = new Map<number, Outcome>();
  return {
    add: (outcome) => {
      if (byTicket.has(outcome.ticket)) complaints.add('a request has two outcomes', outcome);
      byTicket.set(outcome.ticket, outcome);
    },
    count: () => byTicket.size,
    outcomes: () => byTicket.values(),
  };
};

const readRows = async function* (database: Knex): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const found: unknown[] = await database('ai_tools_logs')
      .select(Object.keys(rowSchema.shape))
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE);
    const rows = found.map((row) => rowSchema.parse(row));
    last = rows.at(-1)?.id ?? 0;
    if (rows.length === 0) return;
    yield rows;
  }
};

/** What the rows of a tool with a budget say that was spent, in millionths of a dollar. */
export interface Spending {
  known: number;
  /** requests that failed, each of which may be billed at its worst */
  failures: number;
}

export interface RowAccount {
  rows: number;
  /** left before the site had them, or before it knew what they were about */
  leftWithoutRow: number;
  /** refused by the host when so many had been in that minute that the others leave no row */
  refusedWithoutRow: number;
  spending: Spending;
}

/** Holds the log against the ledger. */
export const compareWithLog = async (
  ledger: Ledger,
  database: Knex,
  complaints: Complaints,
): Promise<RowAccount> => {
  const waiting = new Map<number, Outcome>();
  const byRequestId = new Map<string, Outcome>();
  for (const outcome of ledger.outcomes()) {
    waiting.set(outcome.ticket, outcome);
    if (outcome.requestId === null) continue;
    if (byRequestId.has(outcome.requestId)) complaints.add('a request id was given twice', outcome);
    byRequestId.set(outcome.requestId, outcome);
  }

  const spending: Spending = { known: 0, failures: 0 };
  const noteSpending = ({ status, attempts, cost_micros }: Row): void => {
    spending.known += cost_micros ?? 0;
    spending.failures += attempts - (status === 'success' ? 1 : 0);
  };

  let rows = 0;
  let withoutCaller = 0;
  for await (const slice of readRows(database)) {
    rows += slice.length;
    for (const row of slice) {
      if (row.tool_slug === 'budgeted') noteSpending(row);
      const ticket = row.inputs?.ticket ?? byRequestId.get(row.request_id)?.ticket;
      if (ticket === undefined) {
        withoutCaller += 1;
        continue;
      }
      const outcome = waiting.get(ticket);
      if (!outcome) complaints.add('a request has two log rows, or nobody made it', row);
      else for (const difference of differences(row, outcome)) complaints.add(difference, { outcome, row });
      waiting.delete(ticket);
    }
  }

  const refusedAt = [...ledger.outcomes()].flatMap((outcome) =>
    outcome.status === 401 && !waiting.has(outcome.ticket) ? outcome.endedAt : [],
  );
  const isOneTooMany = ({ status, endedAt }: Outcome): boolean =>
    status === 401 &&
    refusedAt.filter((at) => at <= endedAt && at > endedAt - REFUSALS.withinMs).length >= REFUSALS.logged;

  let left = 0;
  let refusedWithoutRow = 0;
  for (const outcome of waiting.values()) {
    if (outcome.end === 'left') left += 1;
    else if (isOneTooMany(outcome)) refusedWithoutRow += 1;
    else complaints.add(`no log row of a request that was ${outcome.end}`, outcome);
  }
  // whoever leaves before the host fails has a row without inputs, and an id that nobody was told
  if (withoutCaller > left) {
    complaints.add(`${withoutCaller} log rows of nobody, where ${left} callers left without one`);
  }
  return { rows, leftWithoutRow: Math.max(0, left - withoutCaller), refusedWithoutRow, spending };
};

/** What was broken lately, in seconds before the request began; for who looks into a complaint. */
const windowsBefore = ({ startedAt, endedAt }: Outcome, { windows }: Circumstances): string[] =>
  windows
    .filter(({ from, to }) => from <= endedAt && (to ?? endedAt) > startedAt - 30_000)
    .map(({ target, what, from, to }) => {
      const [began, ended] = [from, to ?? endedAt].map((at) => ((at - startedAt) / 1000).toFixed(1));
      return `${target} ${what} from ${began} s to ${ended} s`;
    });

/** Holds each answer against what was broken while it was asked for; counts answers by kind of request. */
export const judgeOutcomes = (
  ledger: Ledger,
  circumstances: Circumstances,
  complaints: Complaints,
): Map<string, Map<string, number>> => {
  const counts = new Map<string, Map<string, number>>();
  for (const outcome of ledger.outcomes()) {
    const { kind, end } = outcome;
    const fault = findFault(outcome, circumstances);
    if (fault) complaints.add(`${kind}: ${fault}`, { outcome, after: windowsBefore(outcome, circumstances) });
    const ofKind = counts.get(kind) ?? new Map<string, number>();
    counts.set(kind, ofKind);
    const name = end === 'answered' ? answerOf(outcome) : end;
    ofKind.set(name, (ofKind.get(name) ?? 0) + 1);
  }
  return counts;
};

/** How often a tool with a limit was let run, and how many of these runs Redis may have been too ill to count once. */
export const countAdmitted = (
  ledger: Ledger,
  kind: Outcome['kind'],
  windows: readonly FaultWindow[],
): { admitted: number; refused: number; uncertain: number } => {
  let [admitted, refused, uncertain] = [0, 0, 0];
  for (const outcome of ledger.outcomes()) {
    // whom the host did not let in was not counted
    if (outcome.kind !== kind || outcome.status === 500 || outcome.status === 401) continue;
    if (outcome.status === 429) refused += 1;
    else admitted += 1;
    if (wasUnwell(windows, 'redis', outcome, REDIS_AFTERMATH_MS)) uncertain += 1;
  }
  return { admitted, refused, uncertain };
};
