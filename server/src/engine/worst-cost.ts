import type { ModelCall, Usage } from '../providers/adapter';
import { DEFAULT_PARAMETERS } from '../../../contracts/parameters';
import type { Provider } from './provider';

/** The markers that a chat template puts around one message, and what it begins with. */
const TOKENS_AROUND_MESSAGE = 32;

/** What a vendor tells the model of its own accord once there is something to call or a schema to keep to. */
const TOKENS_ABOUT_DECLARATIONS = 1024;

/**
 * The call with an end to its answer. One that leaves the length to the model cannot be priced in advance, and money
 * that is not set aside can be spent twice; so where nobody set `max_tokens`, the specification's default holds.
 */
export const withBoundedAnswer = (call: ModelCall): ModelCall => ({
  ...call,
  parameters: { ...call.parameters, max_tokens: call.parameters.max_tokens ?? DEFAULT_PARAMETERS.max_tokens },
});

/**
 * More tokens than the call can use; null when its answer has no bound. No tokenizer makes more tokens of a text than
 * it has bytes, whichever a vendor uses, so nothing has to be estimated. That nothing is cached is the dearest case,
 * and the longest prompt is in the dearest tier of prices that go by length.
 */
export const worstUsage = (call: ModelCall): Usage | null => {
  const { prompt, system, roleTemplate, functions, responseSchema, parameters } = call;
  if (parameters.max_tokens === undefined) return null;
  const declarations = [...functions, ...(responseSchema ? [responseSchema] : [])];
  const texts = [
    prompt,
    system ?? '',
    roleTemplate ?? '',
    ...declarations.map((part) => JSON.stringify(part)),
  ];
  const promptTokens = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + TOKENS_AROUND_MESSAGE, 0);
  return {
    prompt: promptTokens + (declarations.length > 0 ? TOKENS_ABOUT_DECLARATIONS : 0),
    completion: parameters.max_tokens,
    cached: null,
    reasoning: null,
  };
};

/** The most that the call can cost, in whole millionths of a dollar; null when nobody knows. */
export const worstCostMicros = (provider: Provider, call: ModelCall): number | null =>
  provider.costMicros(worstUsage(call), [call.model]);
