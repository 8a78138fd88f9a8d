import type { Completion } from '../../../contracts/completion';
import type { ErrorReply } from '../../../contracts/errors';
import { callWithFallbacks } from './call-with-fallbacks';
import type { CallDependencies } from './call-with-fallbacks';
import type { CompiledTool } from './compile-tool';
import { toCompletion, toLastChunk } from './completion';
import { toExecutionEvent } from './execution-event';
import type { Tell } from './execution-event';
import type { Hooks } from './hooks';
import type { Inputs } from './input-schema';
import { isJsonObject } from './json-schema';
import { toLogRow } from './log-row';
import type { LogRow } from './log-row';
import { prepareCall } from './prepare-call';
import type { PromptTemplate } from './prompt-template';
import type { Admission } from './quota';
import type { Reuse } from './reuse';
import { startRun } from './run';
import type { Caller, RenderedPrompt, Run, RunRequest } from './run';
import { ToolError, toErrorReply, toToolError } from './tool-error';

export interface ExecuteDependencies extends CallDependencies {
  findTool(slug: string): Promise<CompiledTool | null>;
  /** Step 4: counts the run against the limits of its tool. */
  admit(tool: CompiledTool, caller: Caller): Promise<Admission>;
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
    const { findProvider, reuse, record, hooks, tell, now } = dependencies;
    const run = startRun(request, now());
    let outcome: Completion | ToolError;
    try {
      const tool = await findTool(run, dependencies); // 1
      if (hooks.before) await hooks.before(run);
      const inputs = validateInputs(tool, run.inputs); // 2
      const prompt = renderPrompt(tool, inputs); // 3
      await admit(run, tool, dependencies); // 4
      const prepared = await prepareCall(tool, prompt, { findProvider, isStream: Boolean(request.onChunk) });
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

const admit = async (run: Run, tool: CompiledTool, dependencies: ExecuteDependencies): Promise<void> => {
  const { caller, onAdmission } = run.request;
  const { quotas, refusedBy } = await dependencies.admit(tool, caller);
  onAdmission?.(quotas);
  if (refusedBy === null) return;
  const whose = refusedBy.scope === 'tool' ? 'This tool' : 'You';
  throw new ToolError(
    'rate_limit_exceeded',
    `${whose} may run ${refusedBy.limit} times an hour, and that is used up. Try again in ${refusedBy.resetSeconds} seconds.`,
    { retryAfterSeconds: refusedBy.resetSeconds },
  );
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
