import type { ErrorCode } from '../../../contracts/errors';
import type { ModelCall, ModelResult, ParameterName } from '../providers/adapter';
import type { Transport } from '../providers/transport';
import type { Guard } from './breakers';
import { callProvider } from './call-provider';
import { toChunk } from './completion';
import { requireFit } from './context-window';
import { prepareCall } from './prepare-call';
import type { FindProvider } from './prepare-call';
import { requireReady } from './provider';
import type { Provider } from './provider';
import type { OnPiece } from './read-stream';
import { quote } from './redact';
import { requireAnswer } from './require-answer';
import { askForJson, askForRepair } from './response-schema';
import type { PreparedCall, ProviderAnswer, RenderedPrompt, Run } from './run';
import { ToolError } from './tool-error';

export interface CallDependencies {
  findProvider: FindProvider;
  send: Transport;
  /** keeps away from providers that are down */
  guard: Guard;
  /** milliseconds before the given retry of a provider, where the provider names no delay of its own */
  backoff(retry: number): number;
  /** milliseconds since 1970 */
  now(): number;
}

/** What another provider may make good: that this one cannot be had. Never what the prompt or the answer is about. */
const isUnavailability = (error: unknown): boolean =>
  error instanceof ToolError && (error.facts.isOutage === true || UNAVAILABLE_CODES.includes(error.code));

const UNAVAILABLE_CODES: readonly ErrorCode[] = [
  'provider_unavailable',
  'provider_timeout',
  'provider_not_configured',
];

/** Step 6: the tool's own provider, then its fallbacks in order, until one can be had. */
export const callWithFallbacks = async (
  run: Run,
  first: PreparedCall,
  prompt: RenderedPrompt,
  dependencies: CallDependencies,
): Promise<ProviderAnswer> => {
  const sink = createSink(run);
  let prepared = first;
  const targets = first.tool.definition.fallbacks ?? [];
  for (let next = 0; ; next += 1) {
    try {
      return await callAndCheck(run, prepared, sink, dependencies);
    } catch (error) {
      const target = targets[next];
      if (!target || sink.wasUsed() || !isUnavailability(error)) throw error;
      prepared = await prepareCall(run, first.tool, prompt, dependencies.findProvider, target);
    }
  }
};

/** Hands pieces on to a streaming caller as chunks; without one there is nothing to hand on. */
const createSink = (run: Run) => {
  const { onChunk } = run.request;
  let wasUsed = false;
  const send =
    (model: string): OnPiece =>
    (piece) => {
      const chunk = toChunk(run, model, piece, !wasUsed);
      wasUsed = true;
      return onChunk?.(chunk);
    };
  return { forModel: (model: string) => onChunk && send(model), wasUsed: () => wasUsed };
};

type Sink = ReturnType<typeof createSink>;

const call = async (
  run: Run,
  { provider, call: modelCall }: PreparedCall,
  sink: Sink,
  { send, guard, backoff, now }: CallDependencies,
): Promise<ModelResult> => {
  requireReady(provider, modelCall.model);
  requireFit(modelCall);
  const startedAt = now();
  try {
    const result = await callProvider(provider, modelCall, {
      send,
      guard,
      backoff,
      now,
      signal: run.request.signal,
      onPiece: sink.forModel(modelCall.model),
      onAttempt: () => {
        run.attempts += 1;
      },
    });
    addPayment(run, provider, modelCall, result);
    return requireAnswer(provider, result);
  } finally {
    run.providerMs = (run.providerMs ?? 0) + now() - startedAt;
  }
};

/** What was used is paid, whether or not it was worth it. */
const addPayment = (
  run: Run,
  provider: Provider,
  { model }: ModelCall,
  { usage, ...result }: ModelResult,
): void => {
  const models = result.model ? [result.model, model] : [model];
  run.payments.push({ usage, costMicros: provider.costMicros(usage, models) });
};

/** The call without a sampling parameter, or with its schema in words only; null when it has no such thing. */
const leaveOut = (
  name: ParameterName | 'response_schema',
  { call: modelCall, provider, tool }: PreparedCall,
): ModelCall | null => {
  if (name !== 'response_schema') {
    const { [name]: value, ...parameters } = modelCall.parameters;
    return value === undefined ? null : { ...modelCall, parameters };
  }
  if (modelCall.responseSchema === null || tool.responseSchema === null) return null;
  const wasShown = provider.adapter.structuredOutput(modelCall.model, modelCall.method) === 'shown';
  const prompt = wasShown ? askForJson(modelCall.prompt, tool.responseSchema) : modelCall.prompt;
  return { ...modelCall, responseSchema: null, prompt };
};

/** Without what the model has just refused; null when there is nothing to leave out. */
const withoutRefused = (run: Run, prepared: PreparedCall, error: unknown): PreparedCall | null => {
  const name = error instanceof ToolError ? error.facts.refusedParameter : undefined;
  const adapted = name ? leaveOut(name, prepared) : null;
  if (!name || !adapted) return null;
  run.prepared = { ...prepared, dropped: [...prepared.dropped, name], call: adapted };
  return run.prepared;
};

/** Calls once more without a sampling parameter, or a form of schema, that the model refuses. */
const callAdapting = async (
  run: Run,
  prepared: PreparedCall,
  sink: Sink,
  dependencies: CallDependencies,
): Promise<{ prepared: PreparedCall; result: ModelResult }> => {
  try {
    return { prepared, result: await call(run, prepared, sink, dependencies) };
  } catch (error) {
    const adapted = withoutRefused(run, prepared, error);
    if (!adapted || sink.wasUsed()) throw error;
    return { prepared: adapted, result: await call(run, adapted, sink, dependencies) };
  }
};

/** Calls, and holds the answer to the tool's response schema: one that does not fit may be mended once. */
const callAndCheck = async (
  run: Run,
  first: PreparedCall,
  sink: Sink,
  dependencies: CallDependencies,
): Promise<ProviderAnswer> => {
  const { prepared, result } = await callAdapting(run, first, sink, dependencies);
  const { responseSchema } = prepared.tool;
  if (responseSchema === null || result.toolCalls.length > 0) return { prepared, result, parsed: undefined };

  const reading = responseSchema.read(result.text);
  if ('parsed' in reading) return { prepared, result, parsed: reading.parsed };
  // what a streaming caller has seen cannot be taken back
  if (sink.wasUsed()) throw misfit(prepared, reading.faults);

  const repair = {
    ...prepared.call,
    prompt: askForRepair(prepared.call.prompt, result.text, reading.faults),
  };
  const mended = await call(run, { ...prepared, call: repair }, sink, dependencies);
  const second = responseSchema.read(mended.text);
  if ('parsed' in second) return { prepared, result: mended, parsed: second.parsed };
  throw misfit(prepared, second.faults);
};

const misfit = ({ provider }: PreparedCall, faults: string): ToolError =>
  new ToolError(
    'invalid_provider_response',
    `The answer of the provider "${provider.id}" does not fit the response schema. ${quote(faults, [])}`,
  );
