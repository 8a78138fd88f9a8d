import { createStrapi } from '@strapi/strapi';
import type { AddressInfo } from 'node:net';
import { EXECUTE, grantPublic } from './callers';

/*
 * A program of its own: one instance of a site whose folder is there. Tells its parent where it listens. The first
 * instance lets everybody run tools; the others find that in the database.
 */

const [, , folder = '', isFirst] = process.argv;

const main = async (): Promise<void> => {
  const strapi = createStrapi({ appDir: folder, distDir: folder, autoReload: false, serveAdminPanel: false });
  await strapi.load();
  const stop = () => strapi.destroy();
  if (isFirst) await grantPublic({ strapi, url: '', stop }, [EXECUTE]);
  await new Promise<void>((resolve) => {
    strapi.server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = strapi.server.httpServer.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
};

void main();
