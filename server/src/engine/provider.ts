import type { GenerationParameters, ProviderAccount, ProviderAdapter, Usage } from '../providers/adapter';
import { ToolError } from './tool-error';

/** A provider of this site, settled from constants, configuration, stored settings and built-in defaults. */
export interface Provider {
  id: string;
  label: string;
  adapter: ProviderAdapter;
  account: ProviderAccount;
  model: string;
  parameters: GenerationParameters;
  systemInstruction: string | null;
  /** tokens, as somebody said; null: ask the catalogue about the model */
  contextWindow: number | null;
  timeoutMs: number;
  /** may the endpoint be on a private network? */
  allowPrivateEndpoint: boolean;
  /** why it cannot be called, and what to do about it; null when it can */
  problem: string | null;
  /** in whole millionths of a dollar; null when unknown. The first of `models` that has a price counts. */
  costMicros(usage: Usage | null, models: readonly string[]): number | null;
}

export const unknownProvider = (id: string): ToolError =>
  new ToolError('provider_not_configured', `There is no provider "${id}" on this site.`);

/** The provider if it can be called now; throws `provider_not_configured` with what to do about it. */
export const requireReady = (provider: Provider): Provider => {
  if (provider.problem !== null) throw new ToolError('provider_not_configured', provider.problem);
  return provider;
};
