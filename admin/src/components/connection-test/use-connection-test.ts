import * as React from 'react';
import { useNotification } from '@strapi/strapi/admin';
import type { ConnectionResult } from '../../../../contracts/connection';
import type { ProviderChanges } from '../../../../contracts/providers';
import { useTestConnectionMutation } from '../../api/providers';
import { useRefusal } from '../form/SaveForm';
import { focusOrPage, useKeptFocus } from '../use-kept-focus';
import { rememberPassedTest } from './passed-tests';

/**
 * Tries a provider, with what has been typed and not saved, and tells whether it passed. `onFaults` is told the fields
 * that cannot be as they are.
 */
export const useConnectionTest = (id: string, onFaults?: (fields: Record<string, string>) => void) => {
  const [send, { isLoading }] = useTestConnectionMutation();
  const [result, setResult] = React.useState<ConnectionResult | null>(null);
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();

  // whoever puts the result away goes on where they asked for it
  const trigger = React.useRef<Element | null>(null);
  useKeptFocus(isLoading);

  const test = async (changes: ProviderChanges = {}): Promise<boolean> => {
    trigger.current = document.activeElement;
    setResult(null);
    const answer = await send({ id, changes });
    if ('data' in answer) {
      // what was typed and not saved is not what the site has
      if (answer.data.data.ok && Object.keys(changes).length === 0) rememberPassedTest(id);
      setResult(answer.data.data);
      return answer.data.data.ok;
    }
    const { sentence, fields } = readRefusal(answer.error);
    onFaults?.(fields);
    toggleNotification({ type: 'danger', message: sentence });
    return false;
  };

  const forget = (): void => {
    setResult(null);
    // once the button that asks for this is gone
    setTimeout(() => focusOrPage(trigger.current));
  };

  return { test, result, isTesting: isLoading, forget };
};
