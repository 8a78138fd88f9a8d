import type { ToolProviderChoice } from '../../../../../contracts/tool-options';

/** The method that a tool has at another provider: the same when that one knows it, or else its first. */
export const methodFor = (provider: ToolProviderChoice | undefined, method: string | null): string | null =>
  provider && method !== null && provider.methods.includes(method)
    ? method
    : (provider?.methods[0] ?? method);

export interface ProviderOption {
  value: string;
  label: string;
  problem: string | null;
}

/** What can be chosen, and what was: a tool may name a provider that the site has no more. */
export const providerOptions = (
  providers: readonly ToolProviderChoice[],
  chosen: string | null,
): ProviderOption[] => {
  const known = providers.map(({ id, label, problem }) => ({ value: id, label, problem }));
  return chosen && !known.some(({ value }) => value === chosen)
    ? [...known, { value: chosen, label: chosen, problem: null }]
    : known;
};
