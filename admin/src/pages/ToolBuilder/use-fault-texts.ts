import * as React from 'react';
import type { ToolFault } from '../../../../contracts/tool-fields';
import { useText } from '../../components/Texts';
import type { UnreadableField } from './form/tool-values';

/** Faults that are found here, because nothing of them can be sent, in the server's form. */
export const useFaultTexts = () => {
  const text = useText();
  return React.useCallback(
    (unreadable: readonly UnreadableField[]): ToolFault[] =>
      unreadable.map(({ field, problem }) => ({ field, message: text(`tool-builder.json.${problem}`) })),
    [text],
  );
};
