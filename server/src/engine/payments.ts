import type { Usage } from '../providers/adapter';

/** What one answered request used and cost; null where the provider or the price list does not tell. */
export interface Payment {
  usage: Usage | null;
  costMicros: number | null;
}

const sum = (numbers: readonly (number | null)[]): number | null => {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : known.reduce((total, number) => total + number, 0);
};

/** The tokens of all requests together; null when none of them told. */
export const totalUsage = (payments: readonly Payment[]): Usage | null => {
  const usages = payments.map(({ usage }) => usage).filter((usage) => usage !== null);
  if (usages.length === 0) return null;
  return {
    prompt: sum(usages.map(({ prompt }) => prompt)) ?? 0,
    completion: sum(usages.map(({ completion }) => completion)) ?? 0,
    cached: sum(usages.map(({ cached }) => cached)),
    reasoning: sum(usages.map(({ reasoning }) => reasoning)),
  };
};

/** In millionths of a dollar; one unknown part makes the sum unknown. */
export const totalCost = (payments: readonly Payment[]): number | null =>
  payments.some(({ costMicros }) => costMicros === null)
    ? null
    : sum(payments.map(({ costMicros }) => costMicros));
