import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { BulkItem, BulkItemState, BulkOrder, BulkRun } from '../../../contracts/bulk-runs';
import { toUsd } from '../../../contracts/money';
import { refusalOf } from '../engine/bulk-transitions';
import type { BulkChange } from '../engine/bulk-transitions';
import { createBulkJob } from '../stores/bulk-job';
import { createBulkLeases } from '../stores/bulk-leases';
import type { BulkRunRow, ItemCounts } from '../stores/bulk-rows';
import { createBulkStore } from '../stores/bulk-store';
import type { RunPatch } from '../stores/bulk-store';
import { findNames } from './administrators';
import type { Administrator } from './administrators';
import { checkAssignment, checkOrder } from './bulk-order';
import { createBulkOrders } from './bulk-orders';
import { workOnRun } from './bulk-worker';
import { findBulkType } from './bulk-types';
import { contentPermissions } from './content-permissions';
import { createBulkWriter } from './bulk-write';

/** The run is in no state for this; answered with 409. */
export class BulkConflict extends Error {}

const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

const toRun = (row: BulkRunRow, counts: ItemCounts, startedBy: string | null): BulkRun => ({
  id: row.id,
  content_type: row.content_type,
  locale: row.locale,
  tool: row.tool,
  target: row.target,
  state: row.state,
  started_by: startedBy,
  started_at: new Date(row.started_at).toISOString(),
  ended_at: toIso(row.ended_at),
  counts,
  cost_usd: row.cost_known === 0 ? null : toUsd(row.cost_micros),
  waits_until: toIso(row.waits_until),
  stopped_because: row.stopped_because,
});

/** Runs a tool over many entries, in the background of the site. */
export const createBulkRunsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { connection } = strapi.db;
  const schema = strapi.db.getSchemaName();
  const owner = randomUUID();
  const orders = createBulkOrders(strapi);
  const store = createBulkStore(connection, schema);
  const worker = { strapi, store, writer: createBulkWriter({ strapi, schema, owner }), owner };
  const job = createBulkJob({
    leases: createBulkLeases({ connection, schema, owner }),
    work: (run, signal) => workOnRun(worker, run, signal),
    warn: (message) => strapi.log.warn(`[ai-tools] ${message}`),
  });

  const toRuns = async (rows: readonly BulkRunRow[]): Promise<BulkRun[]> => {
    const counts = await store.counts(rows.map(({ id }) => id));
    const names = await findNames(
      strapi,
      rows.map(({ started_by }) => started_by),
    );
    return rows.map((row) => toRun(row, counts(row.id), names.get(row.started_by) ?? null));
  };

  const readableTypes = (administrator: Administrator): string[] =>
    Object.keys(strapi.contentTypes).filter((uid) =>
      contentPermissions(strapi, administrator.ability, uid).can.read(),
    );

  /** Throws the host's NotFoundError also for a run on entries that the administrator may not read. */
  const mustFind = async (id: number, administrator: Administrator): Promise<BulkRunRow> => {
    const row = await store.find(id);
    if (row && contentPermissions(strapi, administrator.ability, row.content_type).can.read()) return row;
    throw new errors.NotFoundError('There is no bulk run of this number.');
  };

  /** Of every entry of the run's type, whoever wrote it. */
  const mayReadTitles = async (
    { content_type }: BulkRunRow,
    administrator: Administrator,
  ): Promise<boolean> => {
    const checker = contentPermissions(strapi, administrator.ability, content_type);
    const found = await findBulkType(strapi, content_type);
    if ('refusal' in found || checker.requiresEntity.read()) return false;
    const { titleField } = found.type;
    return titleField === null || checker.can.read(null, titleField);
  };

  const read = async (id: number, administrator: Administrator): Promise<BulkRun> => {
    const [run] = await toRuns([await mustFind(id, administrator)]);
    if (!run) throw new errors.NotFoundError('There is no bulk run of this number.');
    return run;
  };

  /** What becomes of a run; whoever resumes or undoes one has to be allowed to write to these entries. */
  const planChange = async (
    change: BulkChange,
    row: BulkRunRow,
    administrator: Administrator,
  ): Promise<RunPatch> => {
    const now = Date.now();
    if (change === 'stop') return { state: 'stopped', ended_at: now, waits_until: null };
    if (change === 'resume') await checkOrder(strapi, row, administrator);
    else await checkAssignment(strapi, { ...row, inputs: {} }, administrator);
    return {
      state: change === 'resume' ? 'running' : 'undoing',
      actor: administrator.id,
      ended_at: null,
      waits_until: null,
      stopped_because: null,
    };
  };

  return {
    estimate: orders.estimate,
    preview: orders.preview,

    /** Throws like `estimate`. */
    begin: async (order: BulkOrder, administrator: Administrator): Promise<BulkRun> => {
      const { checked, entries } = await orders.choose(order, administrator);
      const run = await store.create({
        ...checked.assignment,
        startedBy: administrator.id,
        startedAt: Date.now(),
        entries,
      });
      job.wake();
      return read(run, administrator);
    },

    find: read,

    list: async (contentType: string | null, administrator: Administrator): Promise<BulkRun[]> => {
      const readable = readableTypes(administrator);
      return toRuns(
        await store.list(contentType === null ? readable : readable.filter((uid) => uid === contentType)),
      );
    },

    items: async (
      id: number,
      state: BulkItemState | null,
      administrator: Administrator,
    ): Promise<BulkItem[]> => {
      const row = await mustFind(id, administrator);
      const showsLabels = row.started_by === administrator.id || (await mayReadTitles(row, administrator));
      return (await store.items(id, state)).map((item) => ({
        document_id: item.document_id,
        label: showsLabels ? item.label : item.document_id,
        state: item.state,
        error: item.error,
      }));
    },

    /** Throws BulkConflict when the run is in no state for it. */
    change: async (id: number, change: BulkChange, administrator: Administrator): Promise<BulkRun> => {
      const row = await mustFind(id, administrator);
      const counts = (await store.counts([id]))(id);
      const refusal = refusalOf(change, { state: row.state, counts });
      if (refusal !== null) throw new BulkConflict(refusal);
      const patch = await planChange(change, row, administrator);
      const write = change === 'resume' ? store.resume : store.change;
      if (!(await write(id, [row.state], patch))) {
        throw new BulkConflict('Somebody else has just changed this run.');
      }
      if (change === 'stop') job.abort(id);
      else job.wake();
      return read(id, administrator);
    },

    /** Deletes a few rows of runs that ended before a time, with the values in them; tells how many. */
    deleteSome: store.deleteSome,

    start: job.start,
    close: job.close,
  };
};
