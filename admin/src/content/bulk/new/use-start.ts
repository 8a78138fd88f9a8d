import { useNotification } from '@strapi/strapi/admin';
import type { BulkOrder } from '../../../../../contracts/bulk-runs';
import { useStartMutation } from '../../../api/bulk-runs';
import { useSaveMappingMutation } from '../../../api/content-runs';
import { useText } from '../../../components/Texts';
import { showStarted } from '../bulk-window';
import type { Selection } from '../bulk-window';
import { useProblem } from '../use-problem';

/** Starts a run and shows it, and remembers for next time how the tool was used. */
export const useStart = (selection: Selection) => {
  const text = useText();
  const { toggleNotification } = useNotification();
  const readProblem = useProblem();
  const [startRun, { isLoading, error }] = useStartMutation();
  const [saveMapping] = useSaveMappingMutation();

  const remember = async ({ content_type, tool, inputs, target }: BulkOrder): Promise<void> => {
    const answer = await saveMapping({ content_type, tool, mapping: { inputs, target } });
    const reason = 'error' in answer ? readProblem(answer.error) : null;
    if (reason !== null) {
      toggleNotification({ type: 'warning', message: text('bulk.not-remembered', { reason }) });
    }
  };

  return {
    isStarting: isLoading,
    problem: isLoading ? null : readProblem(error),
    start: async (order: BulkOrder): Promise<void> => {
      const answer = await startRun(order);
      if (!('data' in answer) || !answer.data) return;
      selection.onStarted();
      showStarted(answer.data.data.id, selection);
      await remember(order);
    },
  };
};
