import type { ProviderAdapter } from '../providers/adapter';
import { isLocalEndpoint } from '../providers/endpoint-rules';

/*
 * The open-weight models of the specification, whoever serves them. The windows are the specification's; Meta's own for
 * Llama 3.1 is 128K, which few servers give: whoever has one that does sets `context_window` on the provider.
 */

export interface CatalogueModel {
  /** such as Llama 3.1 */
  family: string;
  /** such as 8B; null where the name does not say */
  size: string | null;
  /** tokens */
  contextWindow: number;
  /** too large for a server of one's own */
  isCloudOnly: boolean;
}

interface Family {
  family: string;
  sizes: readonly string[];
  contextWindow: number;
}

const FAMILIES: Record<string, Family> = {
  '3.1': { family: 'Llama 3.1', sizes: ['8B', '70B', '405B'], contextWindow: 8192 },
  '3': { family: 'Llama 3', sizes: ['8B', '70B'], contextWindow: 8192 },
  '2': { family: 'Llama 2', sizes: ['7B', '13B', '70B'], contextWindow: 4096 },
};

const CLOUD_ONLY_SIZES: readonly string[] = ['405B'];

/**
 * The names under which the models go: `llama3.1:70b` (Ollama), `meta/meta-llama-3-8b-instruct` (Replicate),
 * `meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo` (Together), `Meta-Llama-3-8B-Instruct.Q4_K_M.gguf` (llama.cpp).
 * Another word in the name makes it another model: fine-tuned ones may have another window.
 */
const NAME =
  /(?:^|[/\\])(?:meta-)?llama-?(?<version>3\.1|3|2)(?:[-:_.](?<size>\d+b))?(?:[-:_.](?:instruct|chat|text|hf|turbo|lite|reference|instant|versatile|latest|free|gguf|fp\d+|bf16|i?q\d\w*|[0-9a-f]{64}))*$/i;

/** What the catalogue knows of a model by its name; null for every other one. */
export const findInCatalogue = (model: string): CatalogueModel | null => {
  const { version = '', size: named } = NAME.exec(model.trim())?.groups ?? {};
  const entry = FAMILIES[version];
  const size = named?.toUpperCase() ?? null;
  if (!entry || (size !== null && !entry.sizes.includes(size))) return null;
  const { family, contextWindow } = entry;
  return { family, size, contextWindow, isCloudOnly: size !== null && CLOUD_ONLY_SIZES.includes(size) };
};

/** Why the server at this endpoint cannot have the model; null when it can, for all that is known. */
export const findHostingFault = (
  model: string,
  { selfHosted }: ProviderAdapter,
  endpoint: string | null,
): string | null => {
  const known = findInCatalogue(model);
  if (!known?.isCloudOnly || !selfHosted || endpoint === null || !isLocalEndpoint(endpoint)) return null;
  return `${known.family} ${known.size ?? ''} does not fit a local server: this size is cloud only. Use a hosted provider such as Together AI or Replicate for it, or a smaller size here.`;
};
