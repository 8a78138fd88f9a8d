import type { AddressInfo } from 'node:net';
import { createStrapi } from '@strapi/strapi';
import { EXECUTE } from './callers';

/*
 * A program of its own: a site that can be killed. It boots the Strapi in the folder it is given, lets everybody run
 * its tools, tells its parent where it listens, and answers one question: which log rows are there?
 */

const main = async (): Promise<void> => {
  const folder = String(process.argv[2]);
  const strapi = await createStrapi({
    appDir: folder,
    distDir: folder,
    autoReload: false,
    serveAdminPanel: false,
  }).load();

  const permissions = strapi.db.query('plugin::users-permissions.permission');
  if ((await permissions.count({ where: { action: EXECUTE } })) === 0) {
    const role = await strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'public' } });
    await permissions.create({ data: { action: EXECUTE, role: role.id } });
  }

  const tellLogs = async (): Promise<void> => {
    const logs = strapi.plugin('ai-tools').service('logs');
    await logs.flush();
    const rows = await strapi.db.query('plugin::ai-tools.log').findMany({ select: ['request_id'] });
    process.send?.({ ids: rows.map(({ request_id }) => request_id), status: logs.status() });
  };
  process.on('message', () => void tellLogs());

  strapi.server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (strapi.server.httpServer.address() as AddressInfo).port });
  });
};

void main();
