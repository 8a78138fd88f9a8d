import type { AddressInfo } from 'node:net';
import { createStrapi } from '@strapi/strapi';

/*
 * A program of its own: one instance of the site in the folder it is given. It runs what its parent sends it, since the
 * host keeps one site a process.
 */

const [, , folder = ''] = process.argv;

void (async () => {
  const strapi = createStrapi({
    appDir: folder,
    distDir: folder,
    autoReload: false,
    serveAdminPanel: false,
  });
  await strapi.load();
  await new Promise<void>((resolve) => {
    strapi.server.listen(0, '127.0.0.1', resolve);
  });
  process.on('message', (request: { id: number; source: string }) => {
    void (async () => {
      try {
        // the source is our own test's
        const result: unknown = await new Function('strapi', `return (async () => { ${request.source} })()`)(
          strapi,
        );
        process.send?.({ id: request.id, result: result ?? null });
      } catch (error) {
        process.send?.({ id: request.id, error: String(error) });
      }
    })();
  });
  const { port } = strapi.server.httpServer.address() as AddressInfo;
  process.send?.({ port });
})();
