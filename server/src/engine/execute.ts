import type { Completion } from '../../../contracts/completion';
import type { ErrorCode, ErrorReply } from '../../../contracts/errors';
import type { ModelResult } from '../providers/adapter';
import type { Transport } from '../providers/transport';
import type { Guard } from './breakers';
import { callProvider } from './call-provider';
import type { CompiledTool } from './compile-tool';
import { toCompletion, toLastChunk, toTextChunk } from './completion';
import { resolveParameters } from './generation-parameters';
import type { Inputs } from './input-schema';
import { toLogRow } from './log-row';
import type { LogRow } from './log-row';
import type { PromptTemplate } from './prompt-template';
import { requireReady, unknownProvider } from './provider';
import type { Provider } from './provider';
import { startRun } from './run';
import type { Caller, PreparedCall, ProviderAnswer, RenderedPrompt, Run, RunRequest } from './run';
import { ToolError, toErrorReply, toToolError } from './tool-error';

export interface ExecuteDependencies {
  findTool(slug: string): Promise<CompiledTool | null>;
  findProvider(id: string): Promise<Provider | null>;
  /** Step 4: throws `rate_limit_exceeded`. */
  admit(tool: CompiledTool, caller: Caller): Promise<void>;
  /** Step 5: an answer that is already known, or the one that `call` brings. */
  reuse(
    prepared: PreparedCall,
    call: () => Promise<ProviderAnswer>,
  ): Promise<{ answer: ProviderAnswer; cached: boolean }>;
  send: Transport;
  /** keeps away from providers that are down */
  guard: Guard;
  /** milliseconds before the given retry of a provider, where the provider names no delay of its own */
  backoff(retry: number): number;
  /** Step 7. Must not throw: a broken log costs the log, not the answer. */
  record(row: LogRow): Promise<void>;
  /** milliseconds since 1970 */
  now(): number;
}

/**
 * Makes the one way in which a tool is run, whoever asks. The function never throws and leaves one log row: it
 * resolves to the completion, or to `{ error }` with the code that ended the run.
 */
export const createExecute =
  (dependencies: ExecuteDependencies) =>
  async (request: RunRequest): Promise<Completion | ErrorReply> => {
    const { admit, reuse, record, now } = dependencies;
    const run = startRun(request, now());
    let outcome: Completion | ToolError;
    try {
      const tool = await findTool(run, dependencies); // 1
      const inputs = validateInputs(tool, request.inputs); // 2
      const prompt = renderPrompt(tool, inputs); // 3
      await admit(tool, request.caller); // 4
      const prepared = await prepareCall(run, tool, prompt, dependencies);
      const reused = await reuse(prepared, () => callWithFallbacks(run, prepared, prompt, dependencies)); // 5, 6
      run.cached = reused.cached;
      run.result = reused.answer.result;
      outcome = toCompletion(run, reused.answer, now());
    } catch (thrown) {
      outcome = toToolError(thrown);
    }
    await record(toLogRow(run, outcome instanceof ToolError ? outcome : null, now())); // 7
    return answer(run, outcome); // 8
  };

const findTool = async (run: Run, dependencies: ExecuteDependencies): Promise<CompiledTool> => {
  const tool = await dependencies.findTool(run.request.slug);
  if (!tool?.definition.enabled) {
    throw new ToolError('tool_not_found', 'There is no tool with this slug, or it is switched off.');
  }
  run.tool = tool;
  return tool;
};

const isInputs = (value: unknown): value is Inputs =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const validateInputs = (tool: CompiledTool, inputs: unknown): Inputs => {
  if (!isInputs(inputs)) {
    throw new ToolError('invalid_request', 'The inputs must be a JSON object of input names and values.');
  }
  const outcome = tool.validateInputs(inputs);
  if ('inputs' in outcome) return outcome.inputs;
  const summary = outcome.faults
    .map(({ input, message }) => (input ? `"${input}" ${message}` : message))
    .join(' ');
  throw new ToolError('invalid_input', summary, { inputs: outcome.faults });
};

const render = (template: PromptTemplate, inputs: Inputs): string => {
  try {
    return template.render(inputs);
  } catch (cause) {
    throw new ToolError('invalid_input', 'The prompt of this tool cannot be filled with these inputs.', {
      cause,
    });
  }
};

const renderPrompt = (tool: CompiledTool, inputs: Inputs): RenderedPrompt => ({
  prompt: render(tool.prompt, inputs),
  system: tool.system && render(tool.system, inputs),
});

// options that a tool may already carry and that no adapter sends yet: told like any other dropped parameter
const UNSENT_OPTIONS = ['functions', 'response_schema'] as const;

/** Everything that is sent, and where; to the tool's own provider unless `target` names another. */
const prepareCall = async (
  run: Run,
  tool: CompiledTool,
  { prompt, system }: RenderedPrompt,
  { findProvider }: ExecuteDependencies,
  target?: { provider: string; model: string },
): Promise<PreparedCall> => {
  const { definition } = tool;
  const id = target?.provider ?? definition.provider;
  const provider = await findProvider(id);
  if (!provider) throw unknownProvider(id);
  const { adapter } = provider;
  const model = target?.model ?? definition.model ?? provider.model;
  const wishes = { tool: tool.parameters, provider: provider.parameters };
  const { parameters, dropped } = resolveParameters(wishes, model, adapter.sampling);
  const unsent = UNSENT_OPTIONS.filter((option) => definition[option] !== null);

  run.prepared = {
    tool,
    provider,
    dropped: [...dropped, ...unsent],
    call: {
      // the tool's method is one of its own provider; a fallback speaks its first
      method: target ? (adapter.methods[0] ?? tool.method) : tool.method,
      model,
      prompt,
      system: system ?? provider.systemInstruction,
      parameters,
      stream: run.request.onChunk !== undefined,
    },
  };
  run.requestedModel ??= model;
  return run.prepared;
};

/** What another provider may make good: that this one cannot be had. Never what the prompt or the answer is about. */
const isUnavailability = (error: unknown): boolean =>
  error instanceof ToolError && (error.facts.isOutage === true || UNAVAILABLE_CODES.includes(error.code));

const UNAVAILABLE_CODES: readonly ErrorCode[] = [
  'provider_unavailable',
  'provider_timeout',
  'provider_not_configured',
];

/** Step 6: the tool's own provider, then its fallbacks in order, until one can be had. */
const callWithFallbacks = async (
  run: Run,
  first: PreparedCall,
  prompt: RenderedPrompt,
  dependencies: ExecuteDependencies,
): Promise<ProviderAnswer> => {
  const text = createTextSink(run);
  let prepared = first;
  const targets = first.tool.definition.fallbacks ?? [];
  for (let next = 0; ; next += 1) {
    try {
      const result = await call(run, prepared, text, dependencies);
      return { prepared, result };
    } catch (error) {
      const target = targets[next];
      if (!target || text.wasSent() || !isUnavailability(error)) throw error;
      prepared = await prepareCall(run, first.tool, prompt, dependencies, target);
    }
  }
};

/** Hands text on to a streaming caller as chunks; without one there is nothing to hand on. */
const createTextSink = (run: Run) => {
  const { onChunk } = run.request;
  let wasSent = false;
  const send = (model: string) => (text: string) => {
    const chunk = toTextChunk(run, model, text, !wasSent);
    wasSent = true;
    return onChunk?.(chunk);
  };
  return { forModel: (model: string) => onChunk && send(model), wasSent: () => wasSent };
};

const call = async (
  run: Run,
  { provider, call: modelCall }: PreparedCall,
  text: ReturnType<typeof createTextSink>,
  { send, guard, backoff, now }: ExecuteDependencies,
): Promise<ModelResult> => {
  const startedAt = now();
  try {
    const result = await callProvider(requireReady(provider), modelCall, {
      send,
      guard,
      backoff,
      now,
      signal: run.request.signal,
      onText: text.forModel(modelCall.model),
      onAttempt: () => {
        run.attempts += 1;
      },
    });
    const models = result.model ? [result.model, modelCall.model] : [modelCall.model];
    run.costMicros = provider.costMicros(result.usage, models);
    return result;
  } finally {
    run.providerMs = (run.providerMs ?? 0) + now() - startedAt;
  }
};

/** The last chunk leaves after the log row, so that an answer which ended is an answer that is on record. */
const answer = async (run: Run, outcome: Completion | ToolError): Promise<Completion | ErrorReply> => {
  if (outcome instanceof ToolError) return toErrorReply(outcome, run.request.requestId);
  try {
    await run.request.onChunk?.(toLastChunk(outcome));
    return outcome;
  } catch (thrown) {
    return toErrorReply(toToolError(thrown), run.request.requestId);
  }
};
