import type { EffectiveCall } from '../../../contracts/tool-check';
import type { Method } from '../providers/adapter';
import { setParameters } from './compile-tool';
import { settleForModel } from './prepare-call';
import { contextWindowOf, problemWith } from './provider';
import type { Provider } from './provider';
import type { ToolDefinition } from './tool-definition';

const settleMethod = ({ adapter }: Provider, wanted: string | undefined): Method | undefined =>
  adapter.methods.find((offered) => offered === wanted) ?? adapter.methods[0];

/** Where the tool's prompt goes and what goes with it, for whoever writes the tool; it may not be complete yet. */
export const describeCall = (tool: Partial<ToolDefinition>, provider: Provider): EffectiveCall | null => {
  const method = settleMethod(provider, tool.method);
  if (!method) return null;
  const model = tool.model ?? provider.model;
  const { max_tokens = null, temperature = null, top_p = null, top_k = null, stop = null } = tool;
  const { parameters, dropped } = settleForModel(provider, {
    method,
    model,
    parameters: setParameters({ max_tokens, temperature, top_p, top_k, stop }),
    functions: tool.functions ?? [],
  });
  const fromProvider = provider.systemInstruction === null ? null : 'provider';
  return {
    provider: { id: provider.id, label: provider.label, kind: provider.adapter.kind },
    method,
    model,
    system_instruction_from: tool.system_instruction ? 'tool' : fromProvider,
    parameters,
    dropped_parameters: dropped,
    context_window: contextWindowOf(provider, model),
    problem: problemWith(provider, model),
  };
};
