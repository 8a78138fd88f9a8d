/** How the soak's provider can fail its caller. */
export const PROVIDER_FAULTS = [
  'error',
  'overloaded',
  'rate limit',
  'stall',
  'cut',
  'cut in the middle',
  'garbage',
  'empty',
  'slow',
] as const;

export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

/** What the provider's process is told. */
export interface ProviderMode {
  /** null for a provider that is well */
  fault: ProviderFault | null;
  /** of the requests that meet it, from 0 to 1 */
  share: number;
  /** whether the provider that others fall back to has it, too */
  everywhere: boolean;
}
