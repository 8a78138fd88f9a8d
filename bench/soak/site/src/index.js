const { createQuestions } = require('./questions');

const EXECUTE = 'plugin::ai-tools.execute.run';
const USER = { username: 'soak', email: 'soak@example.org', password: 'soak-password' };

const grant = (strapi, role) =>
  strapi.db.query('plugin::users-permissions.permission').create({ data: { action: EXECUTE, role } });

/** Everybody may run tools, each in a way of one's own. */
const seed = async (strapi) => {
  const roles = strapi.db.query('plugin::users-permissions.role');
  const everybody = await roles.findOne({ where: { type: 'public' } });
  await grant(strapi, everybody.id);
  const role = await roles.create({ data: { name: 'soak', type: 'soak', description: 'runs tools' } });
  await grant(strapi, role.id);
  const user = await strapi
    .plugin('users-permissions')
    .service('user')
    .add({ ...USER, provider: 'local', confirmed: true, blocked: false, role: role.id });
  const jwt = strapi.plugin('users-permissions').service('jwt').issue({ id: user.id });
  const { accessKey } = await strapi.service('admin::api-token').create({
    name: 'soak',
    description: '',
    type: 'custom',
    permissions: [EXECUTE],
    lifespan: null,
  });
  return { username: USER.username, password: USER.password, jwt: await jwt, apiToken: accessKey };
};

module.exports = {
  async bootstrap({ strapi }) {
    const credentials = await seed(strapi);
    const questions = createQuestions(strapi);
    process.on('message', async ({ question, ...details }) => {
      try {
        process.send(await questions[question](details));
      } catch (error) {
        process.send({ failure: `${question}: ${error.message}` });
      }
    });
    process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
    const { httpServer } = strapi.server;
    httpServer.once('listening', () => process.send({ port: httpServer.address().port, credentials }));
  },
};
