import type { ConnectionFailure, ConnectionResult } from '../../../contracts/connection';
import type { TestStep } from '../providers/adapter';
import { TransportError } from '../providers/transport-error';
import type { TransportFailure } from '../providers/transport-error';
import type { AskOptions } from './ask-provider';
import { listModels } from './list-models';
import { nearestModels } from './nearest-models';
import type { Provider } from './provider';
import { quote } from './redact';
import { ToolError } from './tool-error';

/** Why a connection test failed. */
export type Failure = Omit<Extract<ConnectionResult, { ok: false }>, 'ok' | 'latency_ms'>;

export const fail = (failure: ConnectionFailure, message: string, suggestions: string[] = []): Failure => ({
  failure,
  message,
  suggestions,
});

/** The test broke off for a reason that nobody outside can mend. */
export const OWN_FAULT = fail('provider_failed', 'The test itself failed, for a fault of this plugin.');

/** The model as it may stand in a message: somebody may have typed the key into the wrong field. */
export const nameOfModel = ({ model, account }: Provider): string => quote(model, [account.apiKey], 100);

export const sayDuration = (ms: number): string =>
  ms < 10_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000)} s`;

const listOr = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

/** The model cannot be had; `why` completes “The provider "x" …”. */
const failWithoutModel = (
  provider: Provider,
  why: string,
  known: readonly string[],
  advice?: string,
): Failure => {
  const suggestions = nearestModels(provider.model, known);
  const parts = [
    `The provider "${provider.id}" ${why}.`,
    ...(advice ? [advice] : []),
    ...(suggestions.length > 0 ? [`The nearest that it has: ${listOr(suggestions)}.`] : []),
    ...(!advice && suggestions.length === 0 ? ['Choose another model.'] : []),
  ];
  return fail('model_not_found', parts.join(' '), suggestions);
};

/** `known` are the provider's models as far as the test has met them. */
export const failMissing = (provider: Provider, known: readonly string[]): Failure => {
  const model = nameOfModel(provider);
  const advice = provider.adapter.missingAdvice?.(model);
  return failWithoutModel(provider, `does not have the model "${model}"`, known, advice);
};

/** The model is there and is one of those that draw, hear or embed. */
export const failUnfit = async (
  provider: Provider,
  known: readonly string[],
  options: AskOptions,
): Promise<Failure> => {
  const names = known.length > 0 ? known : await findNames(provider, options).catch(() => []);
  return failWithoutModel(
    provider,
    `has the model "${nameOfModel(provider)}", but it does not answer prompts`,
    names,
  );
};

const findNames = async (provider: Provider, options: AskOptions): Promise<string[]> =>
  (await listModels(provider, options)).map(({ id }) => id);

const isNothingThere = (status: number | undefined): boolean => status === 404 || status === 405;

/**
 * A lookup of the model was answered with “not found”, which some providers say to a wrong address as well: there the
 * list, which has to be beside the model, is not found either.
 */
const failLookup = async (
  provider: Provider,
  status: number | undefined,
  options: AskOptions,
): Promise<Failure> => {
  try {
    return failMissing(provider, await findNames(provider, options));
  } catch (error) {
    // otherwise the list is a help and no part of the test
    return error instanceof ToolError && isNothingThere(error.facts.providerStatus)
      ? failAddress(provider, status)
      : failMissing(provider, []);
  }
};

const hintAtEndpoint = ({ adapter, account }: Provider): string => {
  const { usualEndpointEnding: ending, defaultEndpoint } = adapter;
  if (ending !== undefined && !account.endpoint.endsWith(ending)) {
    return ` Most endpoints of this kind end in ${ending}.`;
  }
  return defaultEndpoint !== null && defaultEndpoint !== account.endpoint
    ? ` It usually is ${defaultEndpoint}.`
    : '';
};

const failAddress = (provider: Provider, status: number | undefined): Failure =>
  fail(
    'unexpected_answer',
    `What answers at the endpoint of "${provider.id}" does not know this API (status ${status}). Check the endpoint.${hintAtEndpoint(provider)}`,
  );

const CONNECTION_FAILURES: Record<TransportFailure, ConnectionFailure> = {
  address_refused: 'endpoint_not_allowed',
  host_not_found: 'connection_failed',
  connection_refused: 'connection_failed',
  connection_broken: 'connection_failed',
  connection_stale: 'connection_failed',
  tls_failed: 'connection_failed',
  response_too_large: 'unexpected_answer',
};

const failToConnect = (provider: Provider, { failure }: TransportError, message: string): Failure => {
  // where private networks are allowed, permitting this one is no advice: it is one of the addresses that never are
  const words =
    failure === 'address_refused' && provider.allowPrivateEndpoint
      ? `The endpoint of "${provider.id}" is an address that nothing is ever sent to, such as those where a cloud keeps its credentials. Choose another.`
      : message;
  return fail(CONNECTION_FAILURES[failure], words);
};

const failSlowly = (provider: Provider, { asks }: TestStep, timeoutMs: number): Failure => {
  const within = `within ${sayDuration(timeoutMs)}`;
  return fail(
    'slow',
    asks === 'run'
      ? `The model "${nameOfModel(provider)}" was not ready ${within}. It may still be loading: try again, choose a smaller one, or raise timeout_ms.`
      : `The provider "${provider.id}" did not answer ${within}. Check its endpoint, and what stands between it and this site.`,
  );
};

/** What went wrong with a step, told apart by what the person has to do next. */
export const toFailure = (
  thrown: unknown,
  provider: Provider,
  { step, timeoutMs, known }: { step: TestStep; timeoutMs: number; known: readonly string[] },
  options: AskOptions,
): Failure | Promise<Failure> => {
  if (!(thrown instanceof ToolError)) return OWN_FAULT;
  const { code, message, facts, cause } = thrown;
  if (cause instanceof TransportError) return failToConnect(provider, cause, message);
  if (facts.outOfMemory) return fail('out_of_memory', message);

  const status = facts.providerStatus;
  switch (code) {
    case 'provider_auth_failed':
      return fail('wrong_key', message);
    case 'provider_timeout':
      // with a status it is the provider that waited in vain for something behind it
      return status === undefined ? failSlowly(provider, step, timeoutMs) : fail('provider_failed', message);
    case 'invalid_provider_response':
      return fail('unexpected_answer', message + hintAtEndpoint(provider));
    case 'cancelled':
      return fail('connection_failed', message);
    case 'model_not_found':
      if (step.asks === 'model') return failLookup(provider, status, options);
      if (step.asks === 'run') return failMissing(provider, known);
      return failAddress(provider, status);
    default:
      // redirects say themselves what to do
      if (status !== undefined && status < 400) return fail('unexpected_answer', message);
      if (!isNothingThere(status)) return fail('provider_failed', message);
      // where the server has told its models, it is the model that it does not find
      return known.length > 0 ? failMissing(provider, known) : failAddress(provider, status);
  }
};
