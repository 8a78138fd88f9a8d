import type { Awaitable } from './awaitable';
import type { CompiledTool } from './compile-tool';
import { estimatePrompt } from './context-window';
import { prepareCall } from './prepare-call';
import type { Provider } from './provider';
import type { JsonObject } from '../../../contracts/json-object';
import { withBoundedAnswer, worstCostMicros } from './worst-cost';

/** What one run of a tool comes to before it is run. */
export interface CallEstimate {
  promptTokens: number;
  /** in millionths of a dollar, whichever of the tool's providers answers; null when a price is not known */
  costMicrosAtMost: number | null;
}

/** Where a tool's calls go: to its own provider, then to the fallbacks. */
export interface EstimateTarget {
  provider: Provider;
  /** undefined for the tool's own provider */
  fallbackModel?: string;
}

/** The tool's own provider and those that may answer in its place, as far as the site has them. */
export const findTargets = async (
  { definition }: CompiledTool,
  findProvider: (id: string) => Awaitable<Provider | null>,
): Promise<EstimateTarget[]> => {
  const own = await findProvider(definition.provider);
  const targets: EstimateTarget[] = own ? [{ provider: own }] : [];
  for (const { provider: id, model } of definition.fallbacks ?? []) {
    const provider = await findProvider(id);
    if (provider) targets.push({ provider, fallbackModel: model });
  }
  return targets;
};

/** What a run with these inputs comes to at most; or why it would be refused before any provider is asked. */
export const estimateCall = (
  tool: CompiledTool,
  targets: readonly EstimateTarget[],
  inputs: JsonObject,
): CallEstimate | { refusal: string } => {
  const outcome = tool.validateInputs(inputs);
  if ('faults' in outcome) {
    const faults = outcome.faults.map(({ input, message }) => (input ? `"${input}" ${message}` : message));
    return { refusal: faults.join(' ') };
  }
  try {
    const prompt = {
      prompt: tool.prompt.render(outcome.inputs),
      system: tool.system && tool.system.render(outcome.inputs),
    };
    const estimates = targets.map(({ provider, fallbackModel }) => {
      const options = { isStream: false, ...(fallbackModel !== undefined && { fallbackModel }) };
      const { call } = prepareCall(tool, provider, prompt, options);
      return {
        promptTokens: estimatePrompt(call),
        costMicros: worstCostMicros(provider, withBoundedAnswer(call)),
      };
    });
    const costs = estimates.map(({ costMicros }) => costMicros);
    return {
      promptTokens: estimates[0]?.promptTokens ?? 0,
      costMicrosAtMost: costs.reduce<number | null>(
        (most, cost) => (most === null || cost === null ? null : Math.max(most, cost)),
        costs.length > 0 ? 0 : null,
      ),
    };
  } catch {
    return { refusal: 'The prompt of this tool cannot be filled with these inputs.' };
  }
};
