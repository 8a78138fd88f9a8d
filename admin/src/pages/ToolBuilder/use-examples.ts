import * as React from 'react';
import type { ToolExample } from '../../../../contracts/tool-fields';

interface ExamplesOptions {
  /** as the form holds them */
  examples: readonly ToolExample[];
  isSubmitting: boolean;
  /** sets a field of the form */
  setField: React.MutableRefObject<(field: string, value: unknown) => void>;
}

/** The examples, which can be changed while the form is sent: what is saved then would take the place of the change. */
export const useExamples = ({ examples, isSubmitting, setField }: ExamplesOptions) => {
  const [waiting, setWaiting] = React.useState<readonly ToolExample[] | null>(null);
  const setExamples = React.useCallback(
    (next: ToolExample[]) => (isSubmitting ? setWaiting(next) : setField.current('examples', next)),
    [isSubmitting, setField],
  );
  React.useEffect(() => {
    if (isSubmitting || waiting === null) return;
    setField.current('examples', waiting);
    setWaiting(null);
  }, [isSubmitting, setField, waiting]);
  return { examples: waiting ?? examples, setExamples };
};
