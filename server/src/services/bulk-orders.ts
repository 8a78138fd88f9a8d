import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { BulkOrder, EstimateBulkRun, PreviewBulkRun } from '../../../contracts/bulk-runs';
import { inputsOf, readPath } from '../../../contracts/content-fields';
import { textOfField } from '../../../contracts/content-values';
import { toUsd } from '../../../contracts/money';
import { estimateCall, findTargets } from '../engine/bulk-estimate';
import type { CompiledTool } from '../engine/compile-tool';
import { createTurns } from '../engine/turns';
import type { Administrator } from './administrators';
import { readEntries, refusalOfEntry } from './bulk-entries';
import type { Entry } from './bulk-entries';
import { NO_DRAFT, answerFor } from './bulk-item';
import { checkOrder } from './bulk-order';
import type { CheckedAssignment } from './bulk-order';
import { getService } from './get-service';

interface LeftOut {
  document_id: string;
  label: string;
  reason: string;
}

const sum = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((total, number) => (total === null || number === null ? null : total + number), 0);

/** Whether the tool takes what an entry gives it; a run is on no others. */
const isAccepted = (tool: CompiledTool, { assignment }: CheckedAssignment, { values }: Entry): boolean =>
  'inputs' in tool.validateInputs(inputsOf(assignment, values));

/** Looks at orders before anything is written. */
export const createBulkOrders = (strapi: Core.Strapi) => {
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

  return {
    /** The entries of an order that would be in the run. Throws like `estimate`. */
    choose: async (
      { document_ids, ...assignment }: BulkOrder,
      administrator: Administrator,
    ): Promise<{ checked: CheckedAssignment; entries: { documentId: string; label: string }[] }> => {
      const { checked, tool } = await checkOrder(strapi, assignment, administrator);
      const entries: { documentId: string; label: string }[] = [];
      const turns = createTurns();
      for await (const { entry } of sift(checked, document_ids)) {
        if (entry && isAccepted(tool, checked, entry)) {
          entries.push({ documentId: entry.documentId, label: entry.label });
        }
        await turns.rest();
      }
      if (entries.length === 0) {
        throw new errors.PolicyError('There is no entry among these that the tool can be run for.');
      }
      return { checked, entries };
    },

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
      const { checked, tool } = await checkOrder(strapi, assignment, administrator);
      const show = async (entry: Entry): Promise<PreviewBulkRun.Response['data']> => {
        const answer = await answerFor(strapi, checked, entry, { administrator, signal });
        return {
          document_id: entry.documentId,
          label: entry.label,
          before: textOfField(readPath(entry.values, assignment.target)),
          after: 'error' in answer ? null : textOfField(answer.value),
          error: 'error' in answer ? answer.error : null,
          cost_usd: answer.costMicros === null ? null : toUsd(answer.costMicros),
        };
      };
      const turns = createTurns();
      let refused: Entry | null = null;
      for await (const { entry } of sift(checked, document_ids)) {
        if (entry && isAccepted(tool, checked, entry)) return show(entry);
        refused ??= entry;
        await turns.rest();
      }
      // what the tool has against it
      if (refused) return show(refused);
      throw new errors.PolicyError('There is no entry among these that you may read and edit.');
    },
  };
};
