import { resolveParameters } from './generation-parameters';
import type { CompiledTool } from './compile-tool';
import type { Provider } from './provider';
import { contextWindowOf, unknownProvider } from './provider';
import { askForJson } from './response-schema';
import type { PreparedCall, RenderedPrompt, Run } from './run';

export type FindProvider = (id: string) => Promise<Provider | null>;

/** Everything that is sent, and where; to the tool's own provider unless `target` names another. */
export const prepareCall = async (
  run: Run,
  tool: CompiledTool,
  { prompt, system }: RenderedPrompt,
  findProvider: FindProvider,
  target?: { provider: string; model: string },
): Promise<PreparedCall> => {
  const { definition } = tool;
  const id = target?.provider ?? definition.provider;
  const provider = await findProvider(id);
  if (!provider) throw unknownProvider(id);
  const { adapter } = provider;
  const model = target?.model ?? definition.model ?? provider.model;
  const wishes = { tool: tool.parameters, provider: provider.parameters };
  const { parameters, dropped } = resolveParameters(wishes, model, adapter.sampling);
  // the tool's method is one of its own provider; a fallback speaks its first
  const method = target ? (adapter.methods[0] ?? tool.method) : tool.method;
  const structuredOutput = adapter.structuredOutput(model, method);
  const { responseSchema } = tool;
  const functions = adapter.takesFunctions(method) ? tool.functions : [];

  run.prepared = {
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
      stream: run.request.onChunk !== undefined,
    },
  };
  run.requestedModel ??= model;
  return run.prepared;
};
