import type { ProviderSettings } from '../../../../contracts/providers';
import type { ToolListEntry } from '../../../../contracts/tool-admin';

export const FIRST_STEPS = ['provider', 'test', 'tool', 'run'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Somebody has set up a provider that answers for real: the sandbox is there from the start. */
const isSetUp = ({ state, kind, key, stored }: ProviderSettings): boolean =>
  state === 'ready' && kind !== 'sandbox' && (key.source !== null || stored !== null);

/** The provider to try first: the one that was set up, or else the sandbox. Null where neither can be called. */
export const providerToTest = (providers: readonly ProviderSettings[]): ProviderSettings | null =>
  providers.find(isSetUp) ??
  providers.find(({ kind, state }) => kind === 'sandbox' && state === 'ready') ??
  null;

/** Which of the first steps are done, as far as what is known tells. */
export const readProgress = ({
  providers,
  tools,
  tested,
}: {
  providers: readonly ProviderSettings[];
  tools: readonly Pick<ToolListEntry, 'usage'>[];
  /** ids of the providers whose test has passed */
  tested: readonly string[];
}): Record<FirstStep, boolean> => {
  const target = providerToTest(providers);
  return {
    provider: providers.some(isSetUp),
    // a tested sandbox says nothing about the provider that was set up since
    test: target !== null && tested.includes(target.id),
    tool: tools.length > 0,
    run: tools.some(({ usage }) => usage.runs > 0),
  };
};
