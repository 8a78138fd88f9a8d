import type { ProviderAdapter } from './adapter';
import { anthropic } from './anthropic';
import { google } from './google';
import { mistral } from './mistral';
import { ollama } from './ollama';
import { openai } from './openai';
import { openaiCompatible } from './openai-compatible';
import { replicate } from './replicate';
import { sandbox } from './sandbox';
import { together } from './together';

/** Every kind of provider the plugin speaks. A new one is a file beside this one and a line here. */
export const ADAPTERS: readonly ProviderAdapter[] = [
  openai,
  anthropic,
  google,
  mistral,
  ollama,
  together,
  replicate,
  openaiCompatible,
  sandbox,
];

export const PROVIDER_KINDS: readonly string[] = ADAPTERS.map((adapter) => adapter.kind);

/** The adapter of a kind; undefined when the plugin has none. */
export const findAdapter = (kind: string): ProviderAdapter | undefined =>
  ADAPTERS.find((adapter) => adapter.kind === kind);
