import type { ModelResult } from '../providers/adapter';
import type { Provider } from './provider';
import { quote } from './redact';
import { ToolError } from './tool-error';

/** A provider that refuses, or answers with nothing, does so with status 200. Throws for what is no answer. */
export const requireAnswer = (provider: Provider, result: ModelResult): ModelResult => {
  if (result.refusal !== null || result.finishReason === 'content_filter') {
    const words = result.refusal ? ` It said: ${quote(result.refusal, [provider.account.apiKey])}` : '';
    throw new ToolError('content_refused', `The provider "${provider.id}" refused this content.${words}`);
  }
  if (result.finishReason === 'error') {
    throw new ToolError(
      'provider_error',
      `The provider "${provider.id}" stopped with an error of its own. Try again.`,
    );
  }
  if (result.text.trim() === '' && result.toolCalls.length === 0) {
    const advice =
      result.finishReason === 'length'
        ? 'max_tokens was used up before the first word: raise it.'
        : 'Try again, or try another model.';
    throw new ToolError(
      'empty_completion',
      `The provider "${provider.id}" answered without any text. ${advice}`,
    );
  }
  return result;
};
