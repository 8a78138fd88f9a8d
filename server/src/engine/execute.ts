import type { Completion } from '../../../contracts/completion';
import type { ErrorReply } from '../../../contracts/errors';
import type { ModelResult } from '../providers/adapter';
import type { Transport } from '../providers/transport';
import { callProvider } from './call-provider';
import type { CompiledTool } from './compile-tool';
import { toCompletion, toLastChunk, toTextChunk } from './completion';
import { resolveParameters } from './generation-parameters';
import type { Inputs } from './input-schema';
import { toLogRow } from './log-row';
import type { LogRow } from './log-row';
import type { PromptTemplate } from './prompt-template';
import { requireReady } from './provider';
import type { Provider } from './provider';
import { startRun } from './run';
import type { Caller, PreparedCall, Run, RunRequest } from './run';
import { ToolError, toErrorReply, toToolError } from './tool-error';

export interface ExecuteDependencies {
  findTool(slug: string): Promise<CompiledTool | null>;
  findProvider(id: string): Promise<Provider | null>;
  /** Step 4: throws `rate_limit_exceeded`. */
  admit(tool: CompiledTool, caller: Caller): Promise<void>;
  /** Step 5: a result that is already known, or the one that `call` brings. */
  reuse(
    prepared: PreparedCall,
    call: () => Promise<ModelResult>,
  ): Promise<{ result: ModelResult; cached: boolean }>;
  send: Transport;
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
      const prepared = await prepareCall(run, tool, inputs, dependencies); // 3
      await admit(tool, request.caller); // 4
      const { result, cached } = await reuse(prepared, () => call(run, prepared, dependencies)); // 5, 6
      run.result = result;
      run.cached = cached;
      outcome = toCompletion(run, prepared, result, now());
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

// options that a tool may already carry and that no adapter sends yet: told like any other dropped parameter
const UNSENT_OPTIONS = ['functions', 'response_schema', 'fallbacks'] as const;

const prepareCall = async (
  run: Run,
  tool: CompiledTool,
  inputs: Inputs,
  { findProvider }: ExecuteDependencies,
): Promise<PreparedCall> => {
  const { definition } = tool;
  const prompt = render(tool.prompt, inputs);
  const ownSystem = tool.system && render(tool.system, inputs);

  const provider = requireReady(await findProvider(definition.provider), definition.provider);
  const model = definition.model ?? provider.model;
  const wishes = { tool: tool.parameters, provider: provider.parameters };
  const { parameters, dropped } = resolveParameters(wishes, model, provider.adapter.sampling);
  const unsent = UNSENT_OPTIONS.filter((option) => definition[option] !== null);

  run.prepared = {
    tool,
    provider,
    dropped: [...dropped, ...unsent],
    call: {
      method: tool.method,
      model,
      prompt,
      system: ownSystem ?? provider.systemInstruction,
      parameters,
      stream: run.request.onChunk !== undefined,
    },
  };
  return run.prepared;
};

const call = async (
  run: Run,
  { provider, call: modelCall }: PreparedCall,
  { send, now }: ExecuteDependencies,
): Promise<ModelResult> => {
  const { signal, onChunk } = run.request;
  const startedAt = now();
  let sentFirst = false;
  const onText = (text: string) => {
    const chunk = toTextChunk(run, modelCall.model, text, !sentFirst);
    sentFirst = true;
    return onChunk?.(chunk);
  };
  run.attempts += 1;
  try {
    const result = await callProvider(provider, modelCall, { send, now, signal, onText: onChunk && onText });
    run.costMicros = provider.costMicros(result.usage, [
      ...(result.model ? [result.model] : []),
      modelCall.model,
    ]);
    return result;
  } finally {
    run.providerMs = now() - startedAt;
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
