import type { CompletionChunk } from '../../../contracts/completion';
import type { ErrorCode } from '../../../contracts/errors';
import type { ModelCall, ModelResult } from '../providers/adapter';
import type { CompiledTool } from './compile-tool';
import type { Payment } from './payments';
import type { Provider } from './provider';
import type { Quota } from './quota';
import type { OnPiece } from './read-stream';

export const CALLER_TYPES = ['public', 'user', 'api-token', 'admin', 'internal'] as const;

/** Who runs a tool, as far as somebody vouched for it. */
export interface Caller {
  type: (typeof CALLER_TYPES)[number];
  /** null for callers without an identity */
  id: string | null;
  label: string | null;
  /** where the connection comes from, as the host tells it; null for calls that come over none */
  address: string | null;
}

/** Code of the site that does not say on whose behalf it runs a tool. */
export const THIS_SITE: Caller = { type: 'internal', id: null, label: null, address: null };

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
  /** told the limits that the run was counted against, before anything else comes of it, and also when it is over one */
  onAdmission?: (quotas: readonly Quota[]) => void;
  /**
   * for tools that keep their answers: told before the first chunk whether this one was there already, and for how long
   */
  onReuse?: (told: { cached: boolean; ageSeconds: number }) => void;
}

/** What the model is told; `system` is null when the tool says nothing of its own. */
export interface RenderedPrompt {
  prompt: string;
  system: string | null;
}

/** What came back, and from where: not always from where it was first asked. Plain data, to be kept and passed on. */
export interface ProviderAnswer {
  /** the id of the provider that answered */
  provider: string;
  /** the model it was asked for; the one that answered is in `result` where the provider tells */
  model: string;
  /** what somebody set and this model does not take */
  dropped: string[];
  result: ModelResult;
  /** the checked answer of a tool with a response schema; undefined without one */
  parsed: unknown;
}

/** An answer, and whether it was there before it was asked for. */
export interface ReusedAnswer {
  answer: ProviderAnswer;
  /** false when this run had a provider called for it */
  cached: boolean;
}

/** A rendered run on its way out: everything that decides the answer. */
export interface PreparedCall {
  tool: CompiledTool;
  provider: Provider;
  call: ModelCall;
  /** what somebody set and this model does not take */
  dropped: string[];
}

/** What calling providers has come to so far. */
export interface Ledger {
  /** what was sent last */
  prepared: PreparedCall | null;
  /** one for each request that was answered, whether or not the answer was of use */
  payments: Payment[];
  attempts: number;
  providerMs: number | null;
  tries: Try[];
}

/** One try to get an answer, in milliseconds since 1970. */
export interface Try {
  provider: string;
  model: string;
  startedAt: number;
  endedAt: number;
  /** null when it was answered */
  code: ErrorCode | null;
}

export const openLedger = (): Ledger => ({
  prepared: null,
  payments: [],
  attempts: 0,
  providerMs: null,
  tries: [],
});

/** Where the pieces of a streamed answer go. */
export interface Sink {
  /** for the answer of this model; undefined when nobody wants pieces */
  forModel(model: string): OnPiece | undefined;
  /** whether a piece has gone out, which cannot be taken back */
  wasUsed(): boolean;
}

/** A call to providers, on behalf of one run or of several that want the same. */
export interface Flight {
  ledger: Ledger;
  sink: Sink;
  /** aborts when nobody wants the answer any more */
  signal: AbortSignal | undefined;
}

/** What is known of a run so far. The steps fill it, and the log row is made of it wherever the run ended. */
export interface Run {
  request: RunRequest;
  startedAt: number;
  tool: CompiledTool | null;
  /** as the site's hooks leave them */
  inputs: unknown;
  /** the model that was asked for first; a fallback asks for another */
  requestedModel: string | null;
  answer: ProviderAnswer | null;
  cached: boolean;
  /** what this run has to pay for: nothing, where it gets an answer that another run has paid */
  ledger: Ledger;
}

export const startRun = (request: RunRequest, startedAt: number): Run => ({
  request,
  startedAt,
  tool: null,
  inputs: request.inputs,
  requestedModel: null,
  answer: null,
  cached: false,
  ledger: openLedger(),
});
