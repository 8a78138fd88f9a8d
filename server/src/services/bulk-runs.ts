import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type {
  BulkItem,
  BulkItemState,
  BulkOrder,
  BulkRun,
  EstimateBulkRun,
  PreviewBulkRun,
} from '../../../contracts/bulk-runs';
import { inputsOf, readPath } from '../../../contracts/content-fields';
import { textOfField } from '../../../contracts/content-values';
import { estimateCall, findTargets } from '../engine/bulk-estimate';
import { refusalOf } from '../engine/bulk-transitions';
import type { BulkChange } from '../engine/bulk-transitions';
import { createTurns } from '../engine/turns';
import { createBulkJob } from '../stores/bulk-job';
import { createBulkLeases } from '../stores/bulk-leases';
import type { BulkRunRow, ItemCounts } from '../stores/bulk-rows';
import { createBulkStore } from '../stores/bulk-store';
import type { RunPatch } from '../stores/bulk-store';
import { findNames } from './administrators';
import type { Administrator } from './administrators';
import { checkerOf, readEntries, refusalOfEntry } from './bulk-entries';
import type { Entry } from './bulk-entries';
import { NO_DRAFT, answerFor } from './bulk-item';
import { checkAssignment, checkOrder } from './bulk-order';
import type { CheckedAssignment } from './bulk-order';
import { workOnRun } from './bulk-worker';
import { createBulkWriter } from './bulk-write';
import { getService } from './get-service';

/** The run is in no state for this; answered with 409. */
export class BulkConflict extends Error {}

interface LeftOut {
  document_id: string;
  label: string;
  reason: string;
}

const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
const toUsd = (micros: number): number => micros / 1_000_000;

const sum = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((total, number) => (total === null || number === null ? null : total + number), 0);

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
  const store = createBulkStore(connection, schema);
  const worker = { strapi, store, writer: createBulkWriter({ strapi, schema, owner }) };
  const job = createBulkJob({
    leases: createBulkLeases({ connection, schema, owner }),
    work: (run, signal) => workOnRun(worker, run, signal),
    warn: (message) => strapi.log.warn(`[ai-tools] ${message}`),
  });

  /** Each entry of an order with what keeps it out of the run; null for what may be in it. */
  const sift = async function* (
    checked: CheckedAssignment,
    documentIds: readonly string[],
  ): AsyncGenerator<{ entry: Entry; leftOut: null } | { entry: null; leftOut: LeftOut }> {
    const { locale } = checked.assignment;
    for await (const { documentId, entry } of readEntries(strapi, { ...checked, locale }, [
      ...new Set(documentIds),
    ])) {
      const reason = entry ? refusalOfEntry(checked.checker, checked.use, entry) : NO_DRAFT;
      if (entry && reason === null) yield { entry, leftOut: null };
      // who may not read an entry is not told what it is called
      else
        yield {
          entry: null,
          leftOut: { document_id: documentId, label: documentId, reason: reason ?? NO_DRAFT },
        };
    }
  };

  const budgetLeft = async (slug: string): Promise<number | null> => {
    const budgets = await getService(strapi, 'budgets').status();
    const left = budgets
      .filter(({ scope, tool }) => scope === 'site' || tool === slug)
      .map(({ budget_usd, spent_usd, reserved_usd }) => Math.max(0, budget_usd - spent_usd - reserved_usd));
    return left.length === 0 ? null : Math.min(...left);
  };

  const toRuns = async (rows: readonly BulkRunRow[]): Promise<BulkRun[]> => {
    const counts = await store.counts(rows.map(({ id }) => id));
    const names = await findNames(
      strapi,
      rows.map(({ started_by }) => started_by),
    );
    return rows.map((row) => toRun(row, counts(row.id), names.get(row.started_by) ?? null));
  };

  const readableTypes = (administrator: Administrator): string[] =>
    Object.keys(strapi.contentTypes).filter((uid) => checkerOf(strapi, administrator, uid).can.read());

  /** Throws the host's NotFoundError also for a run on entries that the administrator may not read. */
  const mustFind = async (id: number, administrator: Administrator): Promise<BulkRunRow> => {
    const row = await store.find(id);
    if (row && checkerOf(strapi, administrator, row.content_type).can.read()) return row;
    throw new errors.NotFoundError('There is no bulk run of this number.');
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
    /** What a run would come to. Throws the host's ValidationError or PolicyError. */
    estimate: async (
      { document_ids, ...assignment }: BulkOrder,
      administrator: Administrator,
    ): Promise<EstimateBulkRun.Response['data']> => {
      const { checked, tool } = await checkOrder(strapi, assignment, administrator);
      const targets = await findTargets(tool, (id) => getService(strapi, 'providers').find(id));
      const turns = createTurns();
      const leftOut: LeftOut[] = [];
      const costs: (number | null)[] = [];
      let promptTokens = 0;
      for await (const sifted of sift(checked, document_ids)) {
        if (!sifted.entry) {
          leftOut.push(sifted.leftOut);
          continue;
        }
        const { documentId, label, values } = sifted.entry;
        const outcome = estimateCall(tool, targets, inputsOf(checked.assignment, values));
        if ('refusal' in outcome) {
          leftOut.push({ document_id: documentId, label, reason: outcome.refusal });
        } else {
          promptTokens += outcome.promptTokens;
          costs.push(outcome.costMicrosAtMost);
        }
        await turns.rest();
      }
      const costMicros = sum(costs);
      return {
        entries: costs.length,
        left_out: leftOut,
        prompt_tokens: promptTokens,
        cost_usd_at_most: costMicros === null ? null : toUsd(costMicros),
        budget_left_usd: await budgetLeft(tool.slug),
      };
    },

    /** Runs the tool on the first entry that would be in the run. Throws like `estimate`. */
    preview: async (
      { document_ids, ...assignment }: BulkOrder,
      administrator: Administrator,
      signal: AbortSignal,
    ): Promise<PreviewBulkRun.Response['data']> => {
      const { checked } = await checkOrder(strapi, assignment, administrator);
      for await (const { entry } of sift(checked, document_ids)) {
        if (!entry) continue;
        const answer = await answerFor(strapi, checked, entry, { administrator, signal });
        return {
          document_id: entry.documentId,
          label: entry.label,
          before: textOfField(readPath(entry.values, assignment.target)),
          after: 'error' in answer ? null : textOfField(answer.value),
          error: 'error' in answer ? answer.error : null,
          cost_usd: answer.costMicros === null ? null : toUsd(answer.costMicros),
        };
      }
      throw new errors.PolicyError('There is no entry among these that you may read and edit.');
    },

    /** Throws like `estimate`. */
    begin: async (
      { document_ids, ...assignment }: BulkOrder,
      administrator: Administrator,
    ): Promise<BulkRun> => {
      const { checked, tool } = await checkOrder(strapi, assignment, administrator);
      const entries: { documentId: string; label: string }[] = [];
      const turns = createTurns();
      for await (const { entry } of sift(checked, document_ids)) {
        const inputs = entry && inputsOf(checked.assignment, entry.values);
        if (inputs && 'inputs' in tool.validateInputs(inputs)) entries.push(entry);
        await turns.rest();
      }
      if (entries.length === 0) {
        throw new errors.PolicyError('There is no entry among these that the tool can be run for.');
      }
      const { id } = administrator;
      const run = await store.create({
        ...checked.assignment,
        startedBy: id,
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
      const mayReadAll = !checkerOf(strapi, administrator, row.content_type).requiresEntity.read();
      const showsLabels = row.started_by === administrator.id || mayReadAll;
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
      if (change === 'resume') await store.retryFailed(id);
      if (!(await store.change(id, [row.state], patch))) {
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
