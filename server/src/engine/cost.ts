import { calcPrice } from '@pydantic/genai-prices';
import { MICROS_PER_USD } from '../../../contracts/money';
import type { Usage } from '../providers/adapter';

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
}

/**
 * Prices that the price library lacks or has outdated, by kind and model, as the vendors list them: Mistral's model
 * page of 2026-08, Together's of 2026-07. Claude Haiku 5.5 is left out on purpose: its page says “from”, and a price
 * that is too low would let a budget be passed.
 */
const OWN_PRICES: Record<string, Price> = {
  'mistral/mistral-small-latest': { input: 0.15, output: 0.6 },
  'mistral/mistral-small-2603': { input: 0.15, output: 0.6 },
  'together/openai/gpt-oss-20b': { input: 0.05, output: 0.2 },
  'together/meta-llama/Llama-3.3-70B-Instruct-Turbo': { input: 0.88, output: 0.88 },
  'together/meta-llama/Meta-Llama-3-8B-Instruct-Lite': { input: 0.14, output: 0.14 },
};

const DATED = /-(\d{4}-\d{2}-\d{2}|\d{8}|\d{4})$/;

const fromPrice = (usage: Usage, { input, output }: Price): number =>
  usage.prompt * input + usage.completion * output;

/** In millionths of a dollar. Null for a model the library does not know by this very name. */
const fromLibrary = (usage: Usage, kind: string, model: string): number | null => {
  try {
    const result = calcPrice(
      {
        input_tokens: usage.prompt,
        output_tokens: usage.completion,
        ...(usage.cached !== null && { cache_read_tokens: usage.cached }),
      },
      model,
      { providerId: kind },
    );
    // its rules go by prefix: a new model passes for an older one with a shorter name, and a kind for its namesake
    const isMeant =
      result?.provider.id === kind &&
      (result.model.id === model || result.model.id === model.replace(DATED, ''));
    return isMeant ? result.total_price * MICROS_PER_USD : null;
  } catch {
    // it throws for usage that contradicts itself, such as more cached tokens than there were
    return null;
  }
};

// the sixth decimal of a millionth is noise of the arithmetic
const wholeMicros = (micros: number): number => Math.ceil(Number(micros.toFixed(6)));

/**
 * What a call cost, in whole millionths of a dollar, rounded up so that a sum never says less than was paid. The site's
 * own price for one of `models` wins, then one that holds for the whole kind; then ours and the library's, for each of
 * `models` in turn. Null when the usage or every price is unknown: unknown is not free.
 */
export const costMicros = (
  usage: Usage | null,
  models: readonly string[],
  source: { kind: string; kindPrice: Price | null; sitePrice(model: string): Price | null },
): number | null => {
  if (usage === null) return null;
  const sitePrice = models.map(source.sitePrice).find((price) => price !== null);
  const everyPrice = sitePrice ?? source.kindPrice;
  if (everyPrice) return wholeMicros(fromPrice(usage, everyPrice));
  for (const model of models) {
    const price = OWN_PRICES[`${source.kind}/${model}`];
    const micros = price ? fromPrice(usage, price) : fromLibrary(usage, source.kind, model);
    if (micros !== null) return wholeMicros(micros);
  }
  return null;
};
