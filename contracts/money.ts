/** Money is kept in whole millionths of a US dollar ("micros"), so that sums of it are exact. */
export const MICROS_PER_USD = 1_000_000;

/** Of what is kept, as it is told to people and programs: US dollars. */
export const toUsd = (micros: number): number => micros / MICROS_PER_USD;

/** Of what was told in US dollars, as it is kept: rounded to whole micros. */
export const toMicros = (usd: number): number => Math.round(usd * MICROS_PER_USD);
