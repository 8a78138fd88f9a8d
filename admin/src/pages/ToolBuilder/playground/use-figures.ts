import { useIntl } from 'react-intl';
import type { PlaygroundResult } from '../../../../../contracts/playground';
import { useText } from '../../../components/Texts';

const SECOND_MS = 1000;

export interface Figures {
  time: string;
  cost: string;
  'tokens-in': string;
  'tokens-out': string;
}

/** In the order in which they are shown, everywhere. */
export const FIGURES = [
  'time',
  'cost',
  'tokens-in',
  'tokens-out',
] as const satisfies readonly (keyof Figures)[];

/** Puts what a run took into words of the panel's language. */
export const useFigures = (): ((result: PlaygroundResult) => Figures) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const unknown = text('playground.unknown');
  const count = (tokens: number | null) => (tokens === null ? unknown : formatNumber(tokens));
  return ({ latency_ms: latencyMs, cost_usd: cost, usage }) => ({
    time: text('playground.seconds', {
      seconds: formatNumber(latencyMs / SECOND_MS, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    }),
    cost:
      cost === null
        ? unknown
        : formatNumber(cost, {
            style: 'currency',
            currency: 'USD',
            minimumFractionDigits: 2,
            maximumFractionDigits: 6,
          }),
    'tokens-in': count(usage.prompt_tokens),
    'tokens-out': count(usage.completion_tokens),
  });
};
