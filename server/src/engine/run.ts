import type { CompletionChunk } from '../../../contracts/completion';
import type { ModelCall, ModelResult } from '../providers/adapter';
import type { CompiledTool } from './compile-tool';
import type { Payment } from './payments';
import type { Provider } from './provider';

/** Who runs a tool, as far as somebody vouched for it. */
export interface Caller {
  type: 'public' | 'user' | 'api-token' | 'admin' | 'internal';
  /** null for callers without an identity */
  id: string | null;
  label: string | null;
}

export interface RunRequest {
  /** unique; the id of the log row */
  requestId: string;
  slug: string;
  inputs: unknown;
  /** where the call came from, such as `rest` or `service` */
  source: string;
  caller: Caller;
  /** aborts when the caller no longer wants the answer */
  signal?: AbortSignal;
  /** makes the run a streaming one; the run waits for what it returns */
  onChunk?: (chunk: CompletionChunk) => void | Promise<void>;
}

/** What the model is told; `system` is null when the tool says nothing of its own. */
export interface RenderedPrompt {
  prompt: string;
  system: string | null;
}

/** What came back, and from where: not always from where it was first asked. */
export interface ProviderAnswer {
  prepared: PreparedCall;
  result: ModelResult;
  /** the checked answer of a tool with a response schema; undefined without one */
  parsed: unknown;
}

/** A rendered run on its way out: everything that decides the answer. */
export interface PreparedCall {
  tool: CompiledTool;
  provider: Provider;
  call: ModelCall;
  /** what somebody set and this model does not take */
  dropped: string[];
}

/** What is known of a run so far. The steps fill it, and the log row is made of it wherever the run ended. */
export interface Run {
  request: RunRequest;
  startedAt: number;
  tool: CompiledTool | null;
  prepared: PreparedCall | null;
  /** the model that was asked for first; a fallback asks for another */
  requestedModel: string | null;
  result: ModelResult | null;
  /** one for each request that was answered, whether or not the answer was of use */
  payments: Payment[];
  cached: boolean;
  attempts: number;
  providerMs: number | null;
}

export const startRun = (request: RunRequest, startedAt: number): Run => ({
  request,
  startedAt,
  tool: null,
  prepared: null,
  requestedModel: null,
  result: null,
  payments: [],
  cached: false,
  attempts: 0,
  providerMs: null,
});
