import { useSearchParams } from 'react-router-dom';
import { useFindLogQuery } from '../../../api/logs';
import { usePermission } from '../../../components/use-permission';

/** The part of the address that names a row of the log whose inputs the playground begins with. */
export const LOGGED_RUN = 'run';

const isInputs = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The inputs of the run that the address names, once they are read; null where there are none. */
export const useLoggedRun = (): { requestId: string; inputs: Record<string, unknown> } | null => {
  const [search] = useSearchParams();
  const mayReadLogs = usePermission('readLogs');
  const requestId = search.get(LOGGED_RUN) ?? '';
  const { currentData } = useFindLogQuery(requestId, { skip: !mayReadLogs || requestId === '' });
  const inputs = currentData?.data.inputs;
  return isInputs(inputs) ? { requestId, inputs } : null;
};
