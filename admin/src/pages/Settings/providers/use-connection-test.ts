import * as React from 'react';
import { useNotification } from '@strapi/strapi/admin';
import type { ConnectionResult } from '../../../../../contracts/connection';
import type { ProviderChanges } from '../../../../../contracts/providers';
import { useTestConnectionMutation } from '../../../api/providers';
import { useRefusal } from '../../../components/form/SaveForm';

/** Tries a provider, with what has been typed and not saved. `onFaults` is told the fields that cannot be as they are. */
export const useConnectionTest = (id: string, onFaults?: (fields: Record<string, string>) => void) => {
  const [send, { isLoading }] = useTestConnectionMutation();
  const [result, setResult] = React.useState<ConnectionResult | null>(null);
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();

  const test = async (changes: ProviderChanges = {}): Promise<void> => {
    setResult(null);
    const answer = await send({ id, changes });
    if ('data' in answer) {
      setResult(answer.data.data);
      return;
    }
    const { sentence, fields } = readRefusal(answer.error);
    onFaults?.(fields);
    toggleNotification({ type: 'danger', message: sentence });
  };

  return { test, result, isTesting: isLoading, forget: () => setResult(null) };
};
