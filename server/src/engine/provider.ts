import type { GenerationParameters, ProviderAccount, ProviderAdapter, Usage } from '../providers/adapter';
import type { Awaitable } from './awaitable';
import { findHostingFault, findInCatalogue } from './model-catalogue';
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
  /** the role-marker template of raw methods; null when there is none */
  roleTemplate: string | null;
  /** tokens, as the administrator set it for every model of this provider; null when nobody did */
  contextWindow: number | null;
  timeoutMs: number;
  /** may the endpoint be on a private network? */
  allowPrivateEndpoint: boolean;
  /** why it cannot be called, and what to do about it; null when it can */
  problem: string | null;
  /** in whole millionths of a dollar; null when unknown. The first of `models` that has a price counts. */
  costMicros(usage: Usage | null, models: readonly string[]): number | null;
}

/** Where an execution finds a provider by its id. */
export type FindProvider = (id: string) => Awaitable<Provider | null>;

export const unknownProvider = (id: string): string => `There is no provider "${id}" on this site.`;

/** Throws `provider_not_configured` for one that this site does not have. */
export const requireProvider = (id: string, provider: Provider | null): Provider => {
  if (provider) return provider;
  throw new ToolError('provider_not_configured', unknownProvider(id));
};

/** How many tokens prompt and answer of a model share: what the administrator says, else the catalogue, else null. */
export const contextWindowOf = ({ contextWindow }: Provider, model: string): number | null =>
  contextWindow ?? findInCatalogue(model)?.contextWindow ?? null;

/** Throws `provider_not_configured`, with what to do about it, when the provider cannot be called at all. */
export const requireConfigured = ({ problem }: Provider): void => {
  if (problem !== null) throw new ToolError('provider_not_configured', problem);
};

/** Why this model of the provider cannot be called, and what to do about it; null when it can. */
export const problemWith = (provider: Provider, model: string): string | null =>
  provider.problem ?? findHostingFault(model, provider.adapter, provider.account.endpoint);

/** Throws like {@link requireConfigured}, also when it is this model that cannot be had there. */
export const requireReady = (provider: Provider, model: string): void => {
  const problem = problemWith(provider, model);
  if (problem !== null) throw new ToolError('provider_not_configured', problem);
};
