import { resolveParameters } from './generation-parameters';
import type { FunctionDeclaration, GenerationParameters, Method } from '../providers/adapter';
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

/** What a model takes of what was set for it, and what it does not. */
export const settleForModel = (
  { adapter, parameters }: Provider,
  wishes: {
    method: Method;
    model: string;
    parameters: GenerationParameters;
    functions: readonly FunctionDeclaration[];
  },
) => {
  const resolved = resolveParameters(
    { tool: wishes.parameters, provider: parameters },
    wishes.model,
    adapter.sampling,
  );
  const functions = adapter.takesFunctions(wishes.method) ? wishes.functions : [];
  const dropped: string[] =
    functions.length < wishes.functions.length ? [...resolved.dropped, 'functions'] : resolved.dropped;
  return { parameters: resolved.parameters, functions, dropped };
};

/** Everything that is sent, and where: to the tool's own provider, or to a fallback. */
export const prepareCall = (
  tool: CompiledTool,
  provider: Provider,
  { prompt, system }: RenderedPrompt,
  { isStream, fallbackModel }: PrepareOptions,
): PreparedCall => {
  const { adapter } = provider;
  const model = fallbackModel ?? tool.definition.model ?? provider.model;
  // the tool's method is one of its own provider; a fallback speaks its first
  const method = fallbackModel === undefined ? tool.method : (adapter.methods[0] ?? tool.method);
  const structuredOutput = adapter.structuredOutput(model, method);
  const { responseSchema } = tool;
  const { parameters, functions, dropped } = settleForModel(provider, {
    method,
    model,
    parameters: tool.parameters,
    functions: tool.functions,
  });

  return {
    tool,
    provider,
    dropped,
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
