import type { Core } from '@strapi/types';
import { z } from 'zod';
import { BULK_ITEM_STATES, BULK_STATES } from '../../../contracts/bulk-runs';
import type { BulkItemState } from '../../../contracts/bulk-runs';
import type { InputSource } from '../../../contracts/content';
import type { ErrorBody } from '../../../contracts/errors';
import { BULK_TABLES } from './bulk-models';

export type Connection = Core.Strapi['db']['connection'];

/** 64 bits come as text from some drivers; all of these are far below 2^53. */
const integer = z.coerce.number();
const json = <Value>() => z.string().transform((text): Value => JSON.parse(text));

const runSchema = z.object({
  id: integer,
  content_type: z.string(),
  locale: z.string().nullable(),
  tool: z.string(),
  inputs: json<Record<string, InputSource>>(),
  target: z.string(),
  state: z.enum(BULK_STATES),
  started_by: integer,
  actor: integer,
  started_at: integer,
  ended_at: integer.nullable(),
  waits_until: integer.nullable(),
  stopped_because: json<ErrorBody>().nullable(),
  cost_micros: integer,
  cost_known: integer,
  lease_owner: z.string().nullable(),
  lease_beat: integer,
});
export type BulkRunRow = z.output<typeof runSchema>;

/** A field as it was, or as the run left it. */
export interface FieldRecord {
  value: unknown;
  /** a component that the run has made for the field, with everything in it; none where it was there */
  made?: { path: string; content: unknown };
}

const itemSchema = z.object({
  id: integer,
  run: integer,
  document_id: z.string(),
  label: z.string(),
  state: z.enum(BULK_ITEM_STATES),
  error: json<ErrorBody>().nullable(),
  before: json<FieldRecord>().nullable(),
  written: json<FieldRecord>().nullable(),
});
export type BulkItemRow = z.output<typeof itemSchema>;

/** False for what a later version has left: this one cannot tell what may be done with it, so it is as if not there. */
const hasStateOf =
  (states: readonly string[]) =>
  (row: unknown): boolean =>
    states.includes(String(Object(row).state));
export const isKnownRun = hasStateOf(BULK_STATES);
export const isKnownItem = hasStateOf(BULK_ITEM_STATES);

export const readRun = (row: unknown): BulkRunRow => runSchema.parse(row);
export const readItem = (row: unknown): BulkItemRow => itemSchema.parse(row);

const countSchema = z.object({ run: integer, state: z.enum(BULK_ITEM_STATES), count: integer });

/** How many entries of a run are in which state. */
export type ItemCounts = Record<BulkItemState, number>;

export const readCounts = (rows: readonly unknown[], run: number): ItemCounts => {
  const counts: ItemCounts = { waiting: 0, written: 0, changed: 0, failed: 0, undone: 0, kept: 0 };
  for (const row of rows.filter(isKnownItem)) {
    const { run: id, state, count } = countSchema.parse(row);
    if (id === run) counts[state] = count;
  }
  return counts;
};

/** The two tables, on a connection or in a transaction. */
export const createBulkTables = (schema: string | undefined) => {
  const inSchema = (connection: Connection, name: string) =>
    schema ? connection(name).withSchema(schema) : connection(name);
  return {
    runs: (connection: Connection) => inSchema(connection, BULK_TABLES.runs),
    items: (connection: Connection) => inSchema(connection, BULK_TABLES.items),
  };
};
export type BulkTables = ReturnType<typeof createBulkTables>;
