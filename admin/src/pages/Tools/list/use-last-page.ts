import * as React from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListTools } from '../../../../../contracts/tool-admin';

/** Goes back to the last page there is, when that of the address is not there, or not any more. */
export const useLastPage = (pagination: ListTools.Response['pagination'] | undefined): void => {
  const [, setAddress] = useSearchParams();
  const { page = 1, pageCount = 1 } = pagination ?? {};
  React.useEffect(() => {
    if (page <= Math.max(pageCount, 1)) return;
    setAddress(
      (address) => {
        address.set('page', String(Math.max(pageCount, 1)));
        return address;
      },
      { replace: true },
    );
  }, [page, pageCount, setAddress]);
};
