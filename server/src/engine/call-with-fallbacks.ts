import type { ErrorCode } from '../../../contracts/errors';
import type { ModelCall, ModelResult, ParameterName } from '../providers/adapter';
import type { Transport } from '../providers/transport';
import type { Guard } from './breakers';
import type { Reserve } from './budget';
import { callProvider } from './call-provider';
import type { CallOptions } from './call-provider';
import { requireFit } from './context-window';
import type { Payment } from './payments';
import { prepareCall } from './prepare-call';
import { requireProvider, requireReady } from './provider';
import type { FindProvider, Provider } from './provider';
import { quote } from './redact';
import { requireAnswer } from './require-answer';
import { askForJson, askForRepair } from './response-schema';
import type { Flight, Ledger, PreparedCall, ProviderAnswer, RenderedPrompt } from './run';
import { ToolError, toToolError } from './tool-error';
import { withBoundedAnswer } from './worst-cost';

export interface CallDependencies {
  findProvider: FindProvider;
  send: Transport;
  /** keeps away from providers that are down */
  guard: Guard;
  /** milliseconds before the given retry of a provider, where the provider names no delay of its own */
  backoff(retry: number): number;
  /** sets money aside before a request, and refuses it where there is not enough left */
  reserve: Reserve;
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
  flight: Flight,
  first: PreparedCall,
  prompt: RenderedPrompt,
  dependencies: CallDependencies,
): Promise<ProviderAnswer> => {
  const { findProvider } = dependencies;
  const { tool } = first;
  const targets = tool.definition.fallbacks ?? [];
  let prepared = first;
  for (let next = 0; ; next += 1) {
    try {
      return await callAndCheck(flight, prepared, dependencies);
    } catch (error) {
      const target = targets[next];
      if (!target || flight.sink.wasUsed() || !isUnavailability(error)) throw error;
      noteUntried(flight.ledger, prepared, toToolError(error), dependencies.now());
      const provider = requireProvider(target.provider, await findProvider(target.provider));
      const { stream: isStream } = first.call;
      prepared = prepareCall(tool, provider, prompt, { isStream, fallbackModel: target.model });
    }
  }
};

/** Who was not even asked, since nothing is set up there, has no try of its own yet. */
const noteUntried = (
  { tries }: Ledger,
  { provider: { id: provider }, call: { model } }: PreparedCall,
  { code }: ToolError,
  now: number,
): void => {
  const wasTried = tries.some((one) => one.provider === provider && one.model === model);
  if (!wasTried) tries.push({ provider, model, startedAt: now, endedAt: now, code });
};

/** What a request that brought no answer cost, where it probably has to be paid. */
const UNKNOWN_PAYMENT: Payment = { usage: null, costMicros: null };

const call = async (
  { ledger, sink, signal }: Flight,
  prepared: PreparedCall,
  { send, guard, backoff, reserve, now }: CallDependencies,
): Promise<ModelResult> => {
  const { tool, provider } = prepared;
  const setAside = reserve(tool);
  const modelCall = setAside ? withBoundedAnswer(prepared.call) : prepared.call;
  ledger.prepared = prepared;
  requireReady(provider, modelCall.model);
  requireFit(modelCall);

  // a request that is sent again may be billed again
  const paying: CallOptions['paying'] = async (attempt, wasBilled) => {
    const reservation = setAside && (await setAside(provider, modelCall));
    const startedAt = now();
    let payment: Payment | null = null;
    let code: ErrorCode | null = null;
    try {
      const result = await attempt();
      // what was used is paid, whether or not it was worth it
      payment = toPayment(provider, modelCall, result);
      ledger.payments.push(payment);
      return result;
    } catch (error) {
      if (wasBilled(error)) payment = UNKNOWN_PAYMENT;
      ({ code } = toToolError(error));
      throw error;
    } finally {
      const endedAt = now();
      ledger.providerMs = (ledger.providerMs ?? 0) + endedAt - startedAt;
      ledger.tries.push({ provider: provider.id, model: modelCall.model, startedAt, endedAt, code });
      if (reservation) await reservation.settle(payment);
    }
  };

  const result = await callProvider(provider, modelCall, {
    send,
    guard,
    backoff,
    now,
    signal,
    onPiece: sink.forModel(modelCall.model),
    onAttempt: () => {
      ledger.attempts += 1;
    },
    paying,
  });
  return requireAnswer(provider, result);
};

const toPayment = (provider: Provider, { model }: ModelCall, { usage, ...result }: ModelResult): Payment => {
  const models = result.model ? [result.model, model] : [model];
  return { usage, costMicros: provider.costMicros(usage, models) };
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
const withoutRefused = (prepared: PreparedCall, error: unknown): PreparedCall | null => {
  const name = error instanceof ToolError ? error.facts.refusedParameter : undefined;
  const adapted = name ? leaveOut(name, prepared) : null;
  return name && adapted ? { ...prepared, dropped: [...prepared.dropped, name], call: adapted } : null;
};

/** Calls once more without a sampling parameter, or a form of schema, that the model refuses. */
const callAdapting = async (
  flight: Flight,
  prepared: PreparedCall,
  dependencies: CallDependencies,
): Promise<{ prepared: PreparedCall; result: ModelResult }> => {
  try {
    return { prepared, result: await call(flight, prepared, dependencies) };
  } catch (error) {
    const adapted = withoutRefused(prepared, error);
    if (!adapted || flight.sink.wasUsed()) throw error;
    return { prepared: adapted, result: await call(flight, adapted, dependencies) };
  }
};

/** Calls, and holds the answer to the tool's response schema: one that does not fit may be mended once. */
const callAndCheck = async (
  flight: Flight,
  first: PreparedCall,
  dependencies: CallDependencies,
): Promise<ProviderAnswer> => {
  const { prepared, result } = await callAdapting(flight, first, dependencies);
  const { provider, dropped, call: modelCall } = prepared;
  const answer = { provider: provider.id, model: modelCall.model, dropped, result, parsed: undefined };
  const { responseSchema } = prepared.tool;
  if (responseSchema === null || result.toolCalls.length > 0) return answer;

  const reading = responseSchema.read(result.text);
  if ('parsed' in reading) return { ...answer, parsed: reading.parsed };
  // what a streaming caller has seen cannot be taken back
  if (flight.sink.wasUsed()) throw misfit(prepared, reading.faults);

  const repair = { ...modelCall, prompt: askForRepair(modelCall.prompt, result.text, reading.faults) };
  const mended = await call(flight, { ...prepared, call: repair }, dependencies);
  const second = responseSchema.read(mended.text);
  if ('parsed' in second) return { ...answer, result: mended, parsed: second.parsed };
  throw misfit(prepared, second.faults);
};

const misfit = ({ provider }: PreparedCall, faults: string): ToolError =>
  new ToolError(
    'invalid_provider_response',
    `The answer of the provider "${provider.id}" does not fit the response schema. ${quote(faults, [])}`,
  );
