import type { Completion, CompletionChunk } from './completion';
import type { ErrorBody } from './errors';
import type { ToolDraft } from './tool-fields';

/** What was said to a provider and what it said, keys and credentials taken out. */
export interface PlaygroundExchange {
  /** null for the sandbox, which sends nothing */
  request: {
    method: string;
    url: string;
    headers: Record<string, string>;
    /** null without one */
    body: unknown;
  } | null;
  /** null when none came */
  response: {
    status: number;
    headers: Record<string, string>;
    /** as text, whatever it is: a stream with all its events */
    body: string;
    /** true when the rest of it was left out here */
    is_cut: boolean;
  } | null;
  /** why the connection failed; null when it did not */
  failure: string | null;
  /** from the request to the end of the response */
  latency_ms: number;
}

/** What is sent, before anything is. */
export interface PlaygroundPrompt {
  prompt: string;
  /** the tool's system instruction, filled, or else the provider's; null when there is none */
  system: string | null;
  provider: string;
  method: string;
  model: string;
  parameters: Record<string, unknown>;
  dropped_parameters: string[];
}

export interface PlaygroundResult {
  /** also the id of the log row */
  request_id: string;
  /** of the call that was made last, which may be that of a fallback; null when the run ended before there was one */
  sent: PlaygroundPrompt | null;
  /** with tokens, cost, time and what was dropped; null when the run failed */
  completion: Completion | null;
  error: ErrorBody | null;
  /** what it used, of a run that failed as well */
  usage: { prompt_tokens: number | null; completion_tokens: number | null };
  /** US dollars; null when it is not known */
  cost_usd: number | null;
  latency_ms: number;
  /** every request to a provider, in order: those before a retry, a repair or a fallback as well */
  exchanges: PlaygroundExchange[];
}

/**
 * In the order they come: a prompt for each call, which a repair or a fallback makes another, chunks, and always one
 * result, last.
 */
export type PlaygroundEvent =
  | { type: 'prompt'; prompt: PlaygroundPrompt }
  | { type: 'chunk'; chunk: CompletionChunk }
  | { type: 'result'; result: PlaygroundResult };

/**
 * POST /ai-tools/playground/run; permission `playground.run`. Runs a draft, of which nothing is stored, once and by the
 * same steps as any run: its log row has the source `playground`, its rate limits do not count, nothing is kept or
 * reused, and the budgets of the site and of the tool hold. Hanging up stops it.
 *
 * With `Accept: text/event-stream` the answer is a stream of {@link PlaygroundEvent}, one in each `data:`, and then
 * `data: [DONE]`. Without it, it is `Response`. A run that fails is an answer too: its status is 200. A draft that cannot
 * be run is a 400 with every fault, as with CreateTool, those of the target under `target.provider` and `target.model`; what
 * decides nothing about an answer, such as the name, need not be there yet. An unknown `id` is a 404.
 */
export declare namespace RunPlayground {
  interface Request {
    tool: ToolDraft;
    inputs: Record<string, unknown>;
    /** of the tool that is edited, whose slug and budget are then the draft's; left out for a new one */
    id?: string;
    /** another provider or model than the draft's, to compare; fallbacks are left out then */
    target?: { provider: string; model?: string | null };
  }
  interface Response {
    data: PlaygroundResult;
  }
}
