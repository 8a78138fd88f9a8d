import * as React from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FindLogs } from '../../../../../contracts/logs';
import { changeLogAddress, filterAt, openRunAddress, readLogAddress } from './log-address';

export const PAGE_SIZE = 50;

export type ChangeAddress = (changes: Record<string, string | null>) => void;

/** What the address asks for, and how it is changed: all that a view of the log is, so that it can be shared. */
export const useLogAddress = () => {
  const [search, setSearch] = useSearchParams();
  const [refreshes, setRefreshes] = React.useState(0);
  const address = React.useMemo(() => readLogAddress(search), [search]);

  // opening a row asks nothing new of the list
  const listSearch = openRunAddress(search, null).toString();
  const query = React.useMemo((): FindLogs.Query => {
    const { place, sort, order, ...rest } = readLogAddress(new URLSearchParams(listSearch));
    const filter = filterAt(rest, new Date());
    return { ...filter, ...place, sort, order, limit: String(PAGE_SIZE) };
    // ranges end now, whenever the list is read again
  }, [listSearch, refreshes]);

  const change: ChangeAddress = React.useCallback(
    (changes) => setSearch((before) => changeLogAddress(before, changes)),
    [setSearch],
  );
  const open = React.useCallback(
    (run: string | null): void => setSearch((before) => openRunAddress(before, run)),
    [setSearch],
  );
  const refresh = React.useCallback((): void => setRefreshes((before) => before + 1), []);
  const showAll = React.useCallback((): void => setSearch({}), [setSearch]);
  return { search, address, query, change, open, refresh, showAll };
};
