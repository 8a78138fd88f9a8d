import type { Usage } from '../providers/adapter';

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
}

/**
 * What a call cost, in whole millionths of a dollar, rounded up so that a sum never says less than was paid.
 * Null when the price or the usage is not known: unknown is not free.
 */
export const costMicros = (usage: Usage | null, price: Price | null): number | null =>
  usage === null || price === null
    ? null
    : Math.ceil(usage.prompt * price.input + usage.completion * price.output);
