import { resolveParameters } from './generation-parameters';
import type { CompiledTool } from './compile-tool';
import type { Provider } from './provider';
import { contextWindowOf } from './provider';
import { askForJson } from './response-schema';
import type { PreparedCall, RenderedPrompt } from './run';

export interface PrepareOptions {
  isStream: boolean;
  /** of a fallback; undefined for the tool's own provider and model */
  fallbackModel?: string;
}

/** Everything that is sent, and where: to the tool's own provider, or to a fallback. */
export const prepareCall = (
  tool: CompiledTool,
  provider: Provider,
  { prompt, system }: RenderedPrompt,
  { isStream, fallbackModel }: PrepareOptions,
): PreparedCall => {
  const { adapter } = provider;
  const model = fallbackModel ?? tool.definition.model ?? provider.model;
  const wishes = { tool: tool.parameters, provider: provider.parameters };
  const { parameters, dropped } = resolveParameters(wishes, model, adapter.sampling);
  // the tool's method is one of its own provider; a fallback speaks its first
  const method = fallbackModel === undefined ? tool.method : (adapter.methods[0] ?? tool.method);
  const structuredOutput = adapter.structuredOutput(model, method);
  const { responseSchema } = tool;
  const functions = adapter.takesFunctions(method) ? tool.functions : [];

  return {
    tool,
    provider,
    dropped: functions.length < tool.functions.length ? [...dropped, 'functions'] : dropped,
    call: {
      method,
      model,
      prompt: responseSchema && structuredOutput !== 'shown' ? askForJson(prompt, responseSchema) : prompt,
      system: system ?? provider.systemInstruction,
      roleTemplate: adapter.rawMethods.includes(method) ? provider.roleTemplate : null,
      contextWindow: contextWindowOf(provider, model),
      parameters,
      functions,
      responseSchema: responseSchema && structuredOutput !== 'asked' ? responseSchema.schema : null,
      stream: isStream,
    },
  };
};
