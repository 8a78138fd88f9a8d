import { useNotification } from '@strapi/strapi/admin';
import type { BulkOrder } from '../../../../../contracts/bulk-runs';
import { useStartMutation } from '../../../api/bulk-runs';
import { useSaveMappingMutation } from '../../../api/mappings';
import { useRefusal } from '../../../components/form/SaveForm';
import { useText } from '../../../components/Texts';
import { showInWindow } from '../bulk-window';
import type { Selection } from '../bulk-window';

/** Starts a run and shows it, and remembers for next time how the tool was used. */
export const useStart = ({ onStarted }: Selection) => {
  const text = useText();
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();
  const [startRun, { isLoading, error }] = useStartMutation();
  const [saveMapping] = useSaveMappingMutation();

  const remember = async ({ content_type, tool, inputs, target }: BulkOrder): Promise<void> => {
    const answer = await saveMapping({ content_type, tool, mapping: { inputs, target } });
    if ('error' in answer && answer.error) {
      const reason = readRefusal(answer.error).sentence;
      toggleNotification({ type: 'warning', message: text('bulk.not-remembered', { reason }) });
    }
  };

  return {
    isStarting: isLoading,
    problem: error && !isLoading ? readRefusal(error).sentence : null,
    start: async (order: BulkOrder): Promise<void> => {
      const answer = await startRun(order);
      if (!('data' in answer) || !answer.data) return;
      onStarted();
      showInWindow({ kind: 'run', id: answer.data.data.id });
      await remember(order);
    },
  };
};
