import * as React from 'react';
import type { BulkOrder } from '../../../../../contracts/bulk-runs';
import { usePreviewMutation } from '../../../api/bulk-runs';
import { useProblem } from '../use-problem';

/** The entries with another one first. */
const startingAt = (ids: readonly string[], place: number): string[] => [
  ...ids.slice(place),
  ...ids.slice(0, place),
];

/** What the tool makes of one entry, the first unless somebody asks for another. Hanging up stops it. */
export const usePreview = (order: BulkOrder) => {
  const [preview, { data, error, isLoading }] = usePreviewMutation();
  const readProblem = useProblem();
  const [wanted, setWanted] = React.useState({ place: 0, tries: 0 });

  React.useEffect(() => {
    const ids = startingAt(order.document_ids, wanted.place);
    const question = preview({ ...order, document_ids: ids });
    return () => question.abort();
  }, [order, wanted, preview]);

  const shown = data?.data ?? null;
  const ask = (place: number): void => setWanted(({ tries }) => ({ place, tries: tries + 1 }));
  return {
    shown: isLoading ? null : shown,
    problem: isLoading ? null : readProblem(error),
    isLoading,
    again: (): void => ask(wanted.place),
    /** null when there is no other entry */
    another:
      order.document_ids.length > 1
        ? (): void => {
            const place = shown ? order.document_ids.indexOf(shown.document_id) : wanted.place;
            ask((place + 1) % order.document_ids.length);
          }
        : null,
  };
};
