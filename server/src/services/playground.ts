import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { PLAYGROUND_SOURCE } from '../../../contracts/logs';
import type { PlaygroundEvent, PlaygroundResult, RunPlayground } from '../../../contracts/playground';
import { toValidationError } from '../document-rules/validation-error';
import { compileTool } from '../engine/compile-tool';
import type { CompiledTool } from '../engine/compile-tool';
import { orDraft, toPlaygroundFault, toPlaygroundTool } from '../engine/playground-draft';
import type { Caller } from '../engine/run';
import { watchRun } from '../engine/watch-run';
import { getService } from './get-service';

type Row = Record<string, unknown>;

export interface PlaygroundOptions {
  caller: Caller;
  signal?: AbortSignal;
  /** makes the run a streaming one; told everything but the result */
  onEvent?: (event: PlaygroundEvent) => Promise<void> | void;
}

/** Runs drafts, of which nothing is stored. */
export const createPlaygroundService = ({ strapi }: { strapi: Core.Strapi }) => ({
  /**
   * A draft that is ready to run, laid over the tool of `id` where that is given. Throws the host's ValidationError with
   * every fault, and its NotFoundError for an unknown id.
   */
  prepare: async (
    draft: Row,
    { id, target }: { id: string | null; target: RunPlayground.Request['target'] | null },
  ): Promise<CompiledTool> => {
    const stored = id === null ? null : (await getService(strapi, 'tool-directory').mustFind(id)).fields;
    const typed: Row = { ...stored, ...draft };
    const { suggestion } = await getService(strapi, 'tool-drafts').previewSlug(
      { ...typed, name: orDraft(typed.name) },
      stored && { ...stored },
    );
    const findProvider = await getService(strapi, 'providers').knownProviders();
    const tool = toPlaygroundTool(typed, {
      // a slug that is another tool's would spend the other's budget
      slug: stored?.slug ?? suggestion,
      storedBudget: stored?.budget_usd ?? null,
      target: target ?? null,
      findProvider,
    });
    const outcome = compileTool(tool, findProvider);
    if ('tool' in outcome) return outcome.tool;
    const faults = outcome.faults.map((fault) => toPlaygroundFault(fault, target ?? null));
    throw toValidationError('The draft cannot be run.', faults);
  },

  /** Never throws: a run that fails is a result. */
  run: async (
    tool: CompiledTool,
    inputs: unknown,
    { caller, signal, onEvent }: PlaygroundOptions,
  ): Promise<PlaygroundResult> => {
    const { dependencies, runDraft } = getService(strapi, 'execute');
    const requestId = randomUUID();
    const watch = watchRun(dependencies, (prompt) => onEvent?.({ type: 'prompt', prompt }));
    const answer = await runDraft(
      tool,
      {
        requestId,
        slug: tool.slug,
        inputs,
        source: PLAYGROUND_SOURCE,
        caller,
        ...(signal && { signal }),
        ...(onEvent && { onChunk: (chunk) => onEvent({ type: 'chunk', chunk }) }),
      },
      watch.dependencies,
    );
    return watch.result(requestId, answer, await getService(strapi, 'providers').keys());
  },
});
