import type { Completion } from '../../../contracts/completion';
import type { ErrorReply } from '../../../contracts/errors';
import type { Awaitable } from './awaitable';
import { callWithFallbacks } from './call-with-fallbacks';
import type { CallDependencies } from './call-with-fallbacks';
import type { CompiledTool } from './compile-tool';
import { toCompletion, toLastChunk } from './completion';
import { toExecutionEvent } from './execution-event';
import type { Tell } from './execution-event';
import type { Hooks } from './hooks';
import type { Inputs } from './input-schema';
import { isJsonObject } from '../../../contracts/json-object';
import { toLogRow } from './log-row';
import type { LogRow } from './log-row';
import { prepareCall } from './prepare-call';
import type { PromptTemplate } from './prompt-template';
import { requireProvider } from './provider';
import type { Admission } from './quota';
import type { Reuse } from './reuse';
import { startRun } from './run';
import type { Caller, RenderedPrompt, Run, RunRequest } from './run';
import { ToolError, toErrorReply, toToolError } from './tool-error';

export interface ExecuteDependencies extends CallDependencies {
  findTool(slug: string): Awaitable<CompiledTool | null>;
  /** Step 4: counts the run against the limits of its tool. */
  admit(tool: CompiledTool, caller: Caller): Awaitable<Admission>;
  reuse: Reuse;
  /** Step 7. Must not throw: a broken log costs the log, not the answer. */
  record(row: LogRow): Promise<void>;
  hooks: Hooks;
  tell: Tell;
}

/**
 * Makes the one way in which a tool is run, whoever asks. The function never throws and leaves one log row: it
 * resolves to the completion, or to `{ error }` with the code that ended the run.
 */
export const createExecute =
  (dependencies: ExecuteDependencies) =>
  async (request: RunRequest): Promise<Completion | ErrorReply> => {
    const { findTool, admit, findProvider, reuse, record, hooks, tell, now } = dependencies;
    const run = startRun(request, now());
    let outcome: Completion | ToolError;
    try {
      const tool = requireTool(run, await findTool(request.slug)); // 1
      if (hooks.before) await hooks.before(run);
      const inputs = validateInputs(tool, run.inputs); // 2
      const prompt = renderPrompt(tool, inputs); // 3
      requireAdmission(run, await admit(tool, request.caller)); // 4
      const { provider: id } = tool.definition;
      const provider = requireProvider(id, await findProvider(id));
      const prepared = prepareCall(tool, provider, prompt, { isStream: Boolean(request.onChunk) });
      run.requestedModel = prepared.call.model;
      const reused = await reuse(run, prepared, (flight) =>
        callWithFallbacks(flight, prepared, prompt, dependencies),
      ); // 5, 6
      run.cached = reused.cached;
      run.answer = reused.answer;
      outcome = toCompletion(run, tool, reused.answer, now());
    } catch (thrown) {
      outcome = toToolError(thrown);
    }
    const error = outcome instanceof ToolError ? outcome : null;
    const row = toLogRow(run, error, now());
    await record(row); // 7
    tell(toExecutionEvent(row, error));
    if (hooks.after) await hooks.after(run, outcome);
    if (outcome instanceof ToolError) return toErrorReply(outcome, request.requestId);
    return request.onChunk ? endStream(request, request.onChunk, outcome) : outcome; // 8
  };

const requireTool = (run: Run, tool: CompiledTool | null): CompiledTool => {
  if (!tool?.definition.enabled) {
    throw new ToolError('tool_not_found', 'There is no tool with this slug, or it is switched off.');
  }
  run.tool = tool;
  return tool;
};

const validateInputs = (tool: CompiledTool, inputs: unknown): Inputs => {
  if (!isJsonObject(inputs)) {
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

const requireAdmission = ({ request }: Run, { quotas, refusedBy }: Admission): void => {
  request.onAdmission?.(quotas);
  if (refusedBy === null) return;
  const whose = refusedBy.scope === 'tool' ? 'This tool' : 'You';
  throw new ToolError(
    'rate_limit_exceeded',
    `${whose} may run ${refusedBy.limit} times an hour, and that is used up. Try again in ${refusedBy.resetSeconds} seconds.`,
    { retryAfterSeconds: refusedBy.resetSeconds },
  );
};

/** The last chunk leaves after the log row, so that an answer which ended is an answer that is on record. */
const endStream = async (
  { requestId }: RunRequest,
  onChunk: NonNullable<RunRequest['onChunk']>,
  completion: Completion,
): Promise<Completion | ErrorReply> => {
  try {
    await onChunk(toLastChunk(completion));
    return completion;
  } catch (thrown) {
    return toErrorReply(toToolError(thrown), requestId);
  }
};
