import type { Method, ModelCall } from './adapter';

/**
 * What a connection test asks a model where only an answer proves anything. 16 tokens, because models behind OpenAI's
 * newer API take no smaller limit, also through others that relay them (github.com/vectorize-io/hindsight/issues/58).
 */
export const shortestCall = (method: Method, model: string): ModelCall => ({
  method,
  model,
  prompt: 'Hi',
  system: null,
  roleTemplate: null,
  contextWindow: null,
  parameters: { max_tokens: 16 },
  functions: [],
  responseSchema: null,
  stream: false,
});
