import { useIntl } from 'react-intl';
import { useText } from '../../../components/Texts';
import type { RunState } from './run-state';

const SECOND_MS = 1000;

/** A run in one sentence for a screen reader: said when it begins and when it ends, not with every word of the answer. */
export const useSpokenState = (name: string, { status, result }: RunState): string => {
  const text = useText();
  const { formatNumber } = useIntl();
  if (status !== 'finished' || !result) return text(`playground.spoken.${status}`, { name });
  const seconds = formatNumber(result.latency_ms / SECOND_MS, { maximumFractionDigits: 1 });
  if (result.error) return text('playground.spoken.failed', { name, message: result.error.message });
  return text('playground.spoken.finished', { name, seconds });
};
