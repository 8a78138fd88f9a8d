import { DEFAULT_PARAMETERS } from '../../../contracts/parameters';
import type { GenerationParameters, ParameterName, SamplingRules } from '../providers/adapter';

export interface ResolvedParameters {
  parameters: GenerationParameters;
  /** what somebody set and the model does not take */
  dropped: ParameterName[];
}

/**
 * The parameters to send: the tool's over the provider's over the specification's defaults, without what the
 * model refuses. A model of no known family gets only what somebody set. A default that is left out is nobody's
 * wish and not reported as dropped.
 */
export const resolveParameters = (
  wishes: { tool: GenerationParameters; provider: GenerationParameters },
  model: string,
  sampling: SamplingRules,
): ResolvedParameters => {
  const set: GenerationParameters = { ...wishes.provider, ...wishes.tool };
  const family = sampling.families.find(({ models }) => models.test(model));
  const parameters: GenerationParameters = family ? { ...DEFAULT_PARAMETERS, ...set } : { ...set };

  const refused = new Set<ParameterName>([...sampling.never, ...(family?.refuses ?? [])]);
  if (family?.temperatureOrTopP && parameters.temperature !== undefined && parameters.top_p !== undefined) {
    // the one that nobody asked for gives way
    refused.add(set.top_p !== undefined && set.temperature === undefined ? 'temperature' : 'top_p');
  }
  for (const name of refused) delete parameters[name];

  return { parameters, dropped: [...refused].filter((name) => set[name] !== undefined) };
};
