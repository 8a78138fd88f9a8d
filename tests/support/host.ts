import type { AddressInfo } from 'node:net';
import type { createStrapi } from '@strapi/strapi';
import type { Core } from '@strapi/types';

declare global {
  /** what the test environment lends: see `database-environment.js` */
  var createHost: typeof createStrapi | undefined;
}

/** The site in a folder, not loaded yet: by the host that the test environment lends, or else the caller's own. */
export const createHost = async (folder: string, serveAdminPanel = false): Promise<Core.Strapi> => {
  const options = { appDir: folder, distDir: folder, autoReload: false, serveAdminPanel };
  if (globalThis.createHost) return globalThis.createHost(options);
  // not above: a second copy of the host, of which nothing would be used, takes seconds to load
  const host = await import('@strapi/strapi');
  return host.createStrapi(options);
};

/** Has a loaded site listen on a free port; resolves to its address, such as http://127.0.0.1:41234. */
export const listen = async (strapi: Core.Strapi): Promise<string> => {
  await new Promise<void>((resolve) => {
    strapi.server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = strapi.server.httpServer.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
};
