import { EXECUTE } from './callers';
import { createHost, listen } from './host';

/*
 * A program of its own: a site that can be killed. It boots the Strapi in the folder it is given, lets everybody run
 * its tools, tells its parent where it listens, and answers one question: which log rows are there?
 */

const main = async (): Promise<void> => {
  const strapi = await createHost(String(process.argv[2]));
  await strapi.load();

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

  process.send?.({ url: await listen(strapi) });
};

void main();
