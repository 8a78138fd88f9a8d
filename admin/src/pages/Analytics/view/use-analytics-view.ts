import * as React from 'react';
import { useSearchParams } from 'react-router-dom';
import { timeZone } from '../../../components/analytics/time-zone';
import { readView, toQuery } from './analytics-view';

/** What the address asks to see, the question that answers it, and how both are changed. */
export const useAnalyticsView = () => {
  const [address, setAddress] = useSearchParams();
  // what is asked is asked of one moment, until somebody asks anew
  const [now, setNow] = React.useState(() => Date.now());
  const [zone] = React.useState(timeZone);
  const view = React.useMemo(() => readView(address, zone, now), [address, zone, now]);
  const query = React.useMemo(() => toQuery(view, zone, now), [view, zone, now]);

  const change = React.useCallback(
    (changes: Record<string, string | null>): void => {
      setNow(Date.now());
      setAddress((before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      });
    },
    [setAddress],
  );
  const refresh = React.useCallback(() => setNow(Date.now()), []);
  return { view, query, zone, change, refresh };
};
