/** OpenAI's finish reasons; every provider's own words are mapped to these by its adapter. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** A function call that the model asks for, from the declarations of the tool. */
export interface CompletionToolCall {
  id: string;
  type: 'function';
  /** `arguments` is JSON as the model wrote it */
  function: { name: string; arguments: string };
}

export interface CompletionMessage {
  role: 'assistant';
  /** null when the model only asks for function calls */
  content: string | null;
  tool_calls?: CompletionToolCall[];
  /** the parsed answer of a tool with a `response_schema`, which it fits */
  parsed?: unknown;
}

export interface CompletionDelta {
  role?: 'assistant';
  content?: string;
  tool_calls?: {
    index: number;
    id?: string;
    type?: 'function';
    function: { name?: string; arguments?: string };
  }[];
}

export interface CompletionUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

export interface CompletionMeta {
  /** also the id of the log row, and the `X-Request-Id` header */
  request_id: string;
  tool: string;
  /** the provider that answered, which may be a fallback */
  provider: string;
  /** the model that was asked for first; `model` of the completion is the one that answered */
  requested_model: string;
  cached: boolean;
  attempts: number;
  latency_ms: number;
  /** US dollars; null when the model's price is not known */
  cost_usd: number | null;
  /** parameters that somebody set and that were not sent, because the model does not take them */
  dropped_parameters: string[];
}

/** OpenAI's chat completion, whatever the provider, plus `meta`. */
export interface Completion {
  id: string;
  object: 'chat.completion';
  /** seconds since 1970 */
  created: number;
  model: string;
  choices: [{ index: 0; message: CompletionMessage; finish_reason: FinishReason }];
  usage: CompletionUsage;
  meta: CompletionMeta;
}

/** One piece of a streamed answer. `usage` and `meta` are on the last one only. */
export interface CompletionChunk {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: string;
  choices: {
    index: 0;
    delta: CompletionDelta;
    finish_reason: FinishReason | null;
  }[];
  usage?: CompletionUsage;
  meta?: CompletionMeta;
}
