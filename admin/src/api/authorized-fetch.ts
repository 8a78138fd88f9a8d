import * as React from 'react';
import { attemptTokenRefresh, triggerSessionExpired, useAuth } from '@strapi/strapi/admin';
import { backendUrl } from './backend-url';

const EXPIRED = 401;

/**
 * Requests that are answered bit by bit, which the host's own client would wait for to the end. Asks again with a fresh
 * token when the old one has expired, as that client does. `path` is one of `route(…)`.
 */
export const useAuthorizedFetch = (): ((path: string, init: RequestInit) => Promise<Response>) => {
  const token = useAuth('AiToolsFetch', (state) => state.token);
  return React.useCallback(
    async (path, { headers, ...init }) => {
      const request = (current: string | null): Promise<Response> =>
        fetch(`${backendUrl()}${path}`, {
          ...init,
          credentials: 'include',
          headers: { ...Object.fromEntries(new Headers(headers)), Authorization: `Bearer ${current}` },
        });
      const response = await request(token);
      if (response.status !== EXPIRED) return response;
      const fresh = await attemptTokenRefresh(token).catch(() => null);
      const again = fresh === null ? response : await request(fresh);
      if (again.status === EXPIRED) triggerSessionExpired();
      return again;
    },
    [token],
  );
};
