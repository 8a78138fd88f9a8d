/** The specification's ranges of the generation parameters, both ends included. */
export const PARAMETER_RANGES = {
  max_tokens: { min: 1, max: 8192, integer: true },
  temperature: { min: 0, max: 1, integer: false },
  top_p: { min: 0, max: 1, integer: false },
  top_k: { min: 1, max: 100, integer: true },
} as const;

/** The specification's defaults, for what neither tool nor provider sets. */
export const DEFAULT_PARAMETERS = { max_tokens: 2048, temperature: 0.7, top_p: 0.9, top_k: 40 } as const;
