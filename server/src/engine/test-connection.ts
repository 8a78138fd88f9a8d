import type { ConnectionResult } from '../../../contracts/connection';
import type { TestReading, TestStep } from '../providers/adapter';
import { askProvider } from './ask-provider';
import type { AskOptions } from './ask-provider';
import {
  fail,
  failMissing,
  failUnfit,
  nameOfModel,
  OWN_FAULT,
  sayDuration,
  toFailure,
} from './connection-failure';
import type { Failure } from './connection-failure';
import { contextWindowOf } from './provider';
import type { Provider } from './provider';

/** For whatever does not wait for a model. */
const QUICK_TIMEOUT_MS = 15_000;

/** A model that takes longer than this to be ready makes people think that something is broken. */
const SLOW_START_MS = 20_000;

export interface TestOptions extends AskOptions {
  quickTimeoutMs?: number;
  slowStartMs?: number;
}

/** What the steps told together. */
interface Findings {
  contextWindow: number | null;
  warnings: string[];
  known: readonly string[];
  /** milliseconds until the first answer */
  connectedMs: number | null;
}

const saySuccess = (provider: Provider, { asks, request }: TestStep, connectedMs: number): string => {
  const model = nameOfModel(provider);
  const hasKey = provider.account.apiKey !== null;
  const connected = `connected in ${sayDuration(connectedMs)}.`;
  if ('simulated' in request) return `${model} is ready; it is simulated, and nothing was sent.`;
  switch (asks) {
    case 'run':
      return `${model} is ready; ${connected}`;
    // nothing was asked of the model itself
    case 'model':
      return `${hasKey ? 'The key is accepted and' : 'The server answers and'} ${model} is there; ${connected}`;
    case 'server':
      return `${hasKey ? 'The key is accepted' : 'The server answers'}; ${connected}`;
  }
};

const runSteps = async (provider: Provider, options: TestOptions): Promise<ConnectionResult | Failure> => {
  const { now, quickTimeoutMs = QUICK_TIMEOUT_MS, slowStartMs = SLOW_START_MS } = options;
  const startedAt = now();
  const findings: Findings = { contextWindow: null, warnings: [], known: [], connectedMs: null };

  const { adapter, model, account } = provider;
  const steps = adapter.testSteps(model, account, contextWindowOf(provider, model));
  for (const [index, step] of steps.entries()) {
    const stepStartedAt = now();
    const timeoutMs = step.asks === 'run' ? provider.timeoutMs : quickTimeoutMs;
    const isLast = index === steps.length - 1;
    let reading: TestReading | null;
    try {
      reading = await askProvider(
        provider,
        {
          request: step.request,
          timeoutMs,
          expected: `what ${provider.adapter.label} answers`,
          ...(!isLast && step.provesNothing && { isMute: step.provesNothing }),
          read: (body) => step.read(body),
        },
        options,
      );
    } catch (error) {
      return toFailure(error, provider, { step, timeoutMs, known: findings.known }, options);
    }
    findings.connectedMs ??= now() - startedAt;
    findings.contextWindow = reading?.contextWindow ?? findings.contextWindow;
    findings.warnings.push(...(reading?.warnings ?? []));
    findings.known = reading?.known ?? findings.known;

    switch (reading?.verdict ?? 'unsure') {
      case 'unsure':
        continue;
      case 'missing':
        return failMissing(provider, findings.known);
      case 'unfit':
        return failUnfit(provider, findings.known, options);
      case 'found': {
        const tookMs = now() - stepStartedAt;
        if (step.asks === 'run' && tookMs > slowStartMs) {
          findings.warnings.push(
            `It took ${sayDuration(tookMs)} until the model was ready, most likely to load it. The first run after a pause takes as long.`,
          );
        }
        return {
          ok: true,
          message: saySuccess(provider, step, findings.connectedMs),
          model: provider.model,
          latency_ms: now() - startedAt,
          context_window: findings.contextWindow,
          warnings: findings.warnings,
        };
      }
    }
  }
  return fail('unexpected_answer', `What the provider "${provider.id}" answered proves nothing.`);
};

/**
 * Proves key, endpoint and model of a provider with the cheapest requests that can; see `testSteps` of its adapter.
 * Never throws: a test that fails is an answer, which says what to do next.
 */
export const testConnection = async (provider: Provider, options: TestOptions): Promise<ConnectionResult> => {
  const startedAt = options.now();
  const outcome =
    provider.problem === null
      ? await runSteps(provider, options).catch(() => OWN_FAULT)
      : fail('not_configured', provider.problem);
  return 'ok' in outcome ? outcome : { ok: false, ...outcome, latency_ms: options.now() - startedAt };
};
