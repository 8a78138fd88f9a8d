import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Completion, CompletionChunk } from '../../../contracts/completion';
import type { ErrorReply } from '../../../contracts/errors';
import { createBreakers } from '../engine/breakers';
import type { CompiledTool } from '../engine/compile-tool';
import { createExecute } from '../engine/execute';
import type { ExecuteDependencies } from '../engine/execute';
import { jitteredBackoff } from '../engine/retry';
import { callForOne } from '../engine/reuse';
import { THIS_SITE } from '../engine/run';
import type { Caller, RunRequest } from '../engine/run';
import { getService } from './get-service';

export interface ExecuteToolOptions {
  /** aborts the run, and with it the call to the provider */
  signal?: AbortSignal;
  /** makes it a streaming run: called with each chunk, the last one with `usage` and `meta` */
  onChunk?: (chunk: CompletionChunk) => void | Promise<void>;
  /** where the call comes from, for the log; `service` unless told */
  source?: string;
  /** on whose behalf the tool runs, for the log and for limits */
  caller?: Caller;
}

/** Runs tools, for the site's own code and for every other way in. */
export const createExecuteService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { reuse } = getService(strapi, 'results');
  const { tell } = getService(strapi, 'events');
  const settings = getService(strapi, 'settings-in-force');
  const findTool = (slug: string) => getService(strapi, 'tools').find(slug);
  const dependencies: ExecuteDependencies = {
    findTool: (slug) => settings.upToDate()?.then(() => findTool(slug)) ?? findTool(slug),
    findProvider: (id) => getService(strapi, 'providers').find(id),
    admit: (tool, caller) => getService(strapi, 'limits').admit(tool, caller),
    // a run that holds a connection must not wait for one that may need it: SQLite has no other
    reuse: (...run) => (strapi.db.inTransaction() ? callForOne : reuse)(...run),
    reserve: (tool) => getService(strapi, 'budgets').reserve(tool),
    send: (request, options) => getService(strapi, 'transport').send(request, options),
    guard: createBreakers(tell),
    backoff: jitteredBackoff,
    record: (row) => getService(strapi, 'logs').record(row),
    hooks: getService(strapi, 'hooks'),
    tell,
    now: Date.now,
  };
  const run = createExecute(dependencies);

  return {
    run,

    /** What a run is made with, for whoever looks on at one. */
    dependencies,

    /**
     * Runs a tool that is stored nowhere, by the same steps, its limits and budgets included. `watching` takes the place
     * of some of what a run is made with.
     */
    runDraft: (
      tool: CompiledTool,
      request: RunRequest,
      watching: Pick<ExecuteDependencies, 'send' | 'reuse'>,
    ): Promise<Completion | ErrorReply> =>
      createExecute({
        ...dependencies,
        ...watching,
        findTool: () => settings.upToDate()?.then(() => tool) ?? tool,
      })(request),

    /**
     * Runs a tool by its slug. Never throws: it resolves to the same object that the REST endpoint answers with,
     * or to `{ error }`.
     *
     * @example
     * const result = await strapi.plugin('ai-tools').service('execute').executeTool('summarizer', { content });
     * if ('error' in result) strapi.log.warn(result.error.message);
     * else article.summary = result.choices[0].message.content;
     */
    executeTool: (
      slug: string,
      inputs: Record<string, unknown> = {},
      options: ExecuteToolOptions = {},
    ): Promise<Completion | ErrorReply> => {
      const { source = 'service', caller = THIS_SITE, signal, onChunk } = options ?? {};
      return run({ requestId: randomUUID(), slug: String(slug), inputs, source, caller, signal, onChunk });
    },
  };
};
