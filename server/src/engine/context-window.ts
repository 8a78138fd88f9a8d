import { estimateTokenCount } from 'tokenx';
import type { ModelCall } from '../providers/adapter';
import { ToolError } from './tool-error';

/** What the model has to read, in tokens; an estimate, since every model counts with a tokenizer of its own. */
export const estimatePrompt = ({
  prompt,
  system,
  roleTemplate,
  functions,
  responseSchema,
}: Pick<ModelCall, 'prompt' | 'system' | 'roleTemplate' | 'functions' | 'responseSchema'>): number => {
  const declared = [...functions, ...(responseSchema ? [responseSchema] : [])];
  const parts = [prompt, system ?? '', roleTemplate ?? '', ...declared.map((part) => JSON.stringify(part))];
  return parts.reduce((sum, part) => sum + estimateTokenCount(part), 0);
};

/**
 * Throws `context_window_exceeded` when prompt and answer cannot both fit the model. Only for models whose window is
 * known; a server would cut the prompt, or fail after minutes of reading it.
 */
export const requireFit = (call: ModelCall): void => {
  const { contextWindow, model, parameters } = call;
  if (contextWindow === null) return;
  const promptTokens = estimatePrompt(call);
  const answerTokens = parameters.max_tokens ?? 0;
  if (promptTokens + answerTokens <= contextWindow) return;
  throw new ToolError(
    'context_window_exceeded',
    `The prompt (about ${promptTokens} tokens) and max_tokens (${answerTokens}) do not fit the ${contextWindow} tokens of the model "${model}". Shorten the inputs or lower max_tokens.`,
  );
};
