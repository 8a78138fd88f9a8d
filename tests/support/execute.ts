import { randomUUID } from 'node:crypto';
import type { Completion } from '../../contracts/completion';
import type { ErrorReply } from '../../contracts/errors';
import type { SiteEvent } from '../../contracts/events';
import { createBreakers } from '../../server/src/engine/breakers';
import type { Reserve } from '../../server/src/engine/budget';
import { compileTool } from '../../server/src/engine/compile-tool';
import type { FindKnownProvider } from '../../server/src/engine/compile-tool';
import type { Price } from '../../server/src/engine/cost';
import { createExecute } from '../../server/src/engine/execute';
import type { Tell } from '../../server/src/engine/execution-event';
import type { Hooks } from '../../server/src/engine/hooks';
import type { LogRow } from '../../server/src/engine/log-row';
import { readProviderFields } from '../../server/src/engine/provider-fields';
import type { ProviderFields } from '../../server/src/engine/provider-fields';
import { callForOne } from '../../server/src/engine/reuse';
import type { Reuse } from '../../server/src/engine/reuse';
import type { RunRequest } from '../../server/src/engine/run';
import { settleProviders } from '../../server/src/engine/settle-providers';
import type { ToolDefinitionInput } from '../../server/src/engine/tool-definition';
import { ADAPTERS, PROVIDER_KINDS, findAdapter } from '../../server/src/providers/registry';
import { createTransport } from '../../server/src/providers/transport';

/** A summariser on the sandbox, as the specification's first example has it; `changes` replaces fields. */
export const summarizer = (changes: Partial<ToolDefinitionInput> = {}): ToolDefinitionInput => ({
  name: 'Content Summarizer',
  description: 'Summarises a text',
  provider: 'sandbox',
  method: 'chat/completions',
  input_schema: {
    type: 'object',
    properties: { content: { type: 'string' }, max_length: { type: 'integer', default: 100 } },
    required: ['content'],
  },
  prompt_template: 'Summarise in {{max_length}} words: {{content}}',
  ...changes,
});

const NO_HOOKS: Hooks = { before: null, after: null };

export interface TestSite {
  execute(
    slug: string,
    inputs: unknown,
    options?: Pick<RunRequest, 'signal' | 'onChunk' | 'onReuse'> & { caller?: RunRequest['caller'] },
  ): Promise<Completion | ErrorReply>;
  logs: LogRow[];
  events: SiteEvent[];
  close(): void;
}

/** The whole engine with its real transport, and with memory in place of the host's database. */
export const createTestSite = (site: {
  tools: unknown[];
  providers?: Record<string, Record<string, unknown>>;
  /** what became of the providers after the tools were saved */
  movedProviders?: Record<string, Record<string, unknown>>;
  constants?: Record<string, string>;
  allowPrivateEndpoints?: string[];
  withoutBreakers?: boolean;
  reserve?: Reserve;
  /** by `provider/model` */
  prices?: Record<string, Price>;
  reuse?: Reuse;
  hooks?: Hooks;
}): TestSite => {
  const privateEndpointKinds = site.allowPrivateEndpoints ?? PROVIDER_KINDS;
  const settle = (sources: Record<string, Record<string, unknown>>) => {
    const configured: Record<string, ProviderFields> = {};
    for (const [id, fields] of Object.entries(sources)) {
      const outcome = readProviderFields(id, fields, { adapters: ADAPTERS, privateEndpointKinds });
      if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults));
      configured[id] = outcome.fields;
    }
    return settleProviders({
      adapters: ADAPTERS,
      stored: new Map(),
      configured,
      constants: site.constants ?? {},
      decrypt: () => null,
      privateEndpointKinds,
      prices: site.prices ?? {},
    });
  };
  let providers = settle(site.providers ?? {});
  const tools = site.tools.map((definition) => {
    const outcome = compileTool(definition, (id) => providers.get(id) ?? findUntouchedProvider(id));
    if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults));
    return outcome.tool;
  });
  if (site.movedProviders) providers = settle(site.movedProviders);

  const logs: LogRow[] = [];
  const events: SiteEvent[] = [];
  const tell: Tell = (event) => void events.push(event);
  const transport = createTransport();
  const run = createExecute({
    findTool: async (slug) => tools.find((tool) => tool.slug === slug) ?? null,
    findProvider: async (id) => providers.get(id) ?? null,
    admit: async () => ({ quotas: [], refusedBy: null }),
    reuse: site.reuse ?? callForOne,
    reserve: site.reserve ?? (() => null),
    send: transport.send,
    guard: site.withoutBreakers ? (_target, work) => work() : createBreakers(tell),
    backoff: () => 1,
    record: async (row) => {
      logs.push(row);
    },
    hooks: site.hooks ?? NO_HOOKS,
    tell,
    now: Date.now,
  });
  return {
    execute: (slug, inputs, options = {}) =>
      run({
        requestId: randomUUID(),
        slug,
        inputs,
        source: 'test',
        caller: { type: 'internal', id: null, label: null, address: null },
        ...options,
      }),
    logs,
    events,
    close: transport.close,
  };
};

/** The text of a completion; fails the test on an error, with its message. */
export const textOf = (answer: Completion | ErrorReply): string => {
  if ('error' in answer) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.choices[0].message.content ?? '';
};

/** The error of an answer; fails the test on a completion. */
export const errorOf = (answer: Completion | ErrorReply): ErrorReply['error'] => {
  if (!('error' in answer)) throw new Error(`a completion where an error was expected: ${textOf(answer)}`);
  return answer.error;
};

/** The providers of a site on which nobody has set anything. */
export const findUntouchedProvider: FindKnownProvider = (id) => {
  const adapter = findAdapter(id);
  return adapter ? { adapter, account: { endpoint: adapter.defaultEndpoint ?? '' } } : null;
};
