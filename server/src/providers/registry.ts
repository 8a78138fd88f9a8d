import type { ProviderAdapter } from './adapter';
import { anthropic } from './anthropic';
import { openai } from './openai';
import { sandbox } from './sandbox';

/** Every kind of provider the plugin speaks. A new one is a file beside this one and a line here. */
export const ADAPTERS: readonly ProviderAdapter[] = [openai, anthropic, sandbox];

export const PROVIDER_KINDS: readonly string[] = ADAPTERS.map((adapter) => adapter.kind);

/** The adapter of a kind; undefined when the plugin has none. */
export const findAdapter = (kind: string): ProviderAdapter | undefined =>
  ADAPTERS.find((adapter) => adapter.kind === kind);
