import { resolveParameters } from './generation-parameters';
import type { FunctionDeclaration, GenerationParameters, Method } from '../providers/adapter';
import type { CompiledTool } from './compile-tool';
import type { Provider } from './provider';
import { contextWindowOf, unknownProvider } from './provider';
import { askForJson } from './response-schema';
import type { PreparedCall, RenderedPrompt } from './run';

export type FindProvider = (id: string) => Promise<Provider | null>;

export interface PrepareOptions {
  findProvider: FindProvider;
  isStream: boolean;
  /** another provider than the tool's own */
  target?: { provider: string; model: string };
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

/** Everything that is sent, and where; to the tool's own provider unless `target` names another. */
export const prepareCall = async (
  tool: CompiledTool,
  { prompt, system }: RenderedPrompt,
  { findProvider, isStream, target }: PrepareOptions,
): Promise<PreparedCall> => {
  const { definition } = tool;
  const id = target?.provider ?? definition.provider;
  const provider = await findProvider(id);
  if (!provider) throw unknownProvider(id);
  const { adapter } = provider;
  const model = target?.model ?? definition.model ?? provider.model;
  // the tool's method is one of its own provider; a fallback speaks its first
  const method = target ? (adapter.methods[0] ?? tool.method) : tool.method;
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
