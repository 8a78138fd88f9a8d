const { createQuestions } = require('./questions');

const EXECUTE = 'plugin::ai-tools.execute.run';
const YARDSTICKS = ['api::bench.bench.answer', 'api::bench.bench.proxy'];
const USER = { username: 'bench', email: 'bench@example.org', password: 'bench-password' };

const grant = async (strapi, role, actions) => {
  const permissions = strapi.db.query('plugin::users-permissions.permission');
  for (const action of actions) await permissions.create({ data: { action, role } });
};

const createUser = async (strapi) => {
  const role = await strapi.db
    .query('plugin::users-permissions.role')
    .create({ data: { name: 'bench', type: 'bench', description: 'runs tools' } });
  await grant(strapi, role.id, [EXECUTE]);
  await strapi
    .plugin('users-permissions')
    .service('user')
    .add({ ...USER, provider: 'local', confirmed: true, blocked: false, role: role.id });
};

/** Everybody may do everything the bench calls, each in one of three ways. */
const seed = async (strapi) => {
  const everybody = await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } });
  await grant(strapi, everybody.id, [EXECUTE, ...YARDSTICKS]);
  await createUser(strapi);
  const { accessKey } = await strapi.service('admin::api-token').create({
    name: 'bench',
    description: '',
    type: 'custom',
    permissions: [EXECUTE, ...YARDSTICKS],
    lifespan: null,
  });
  return accessKey;
};

module.exports = {
  async bootstrap({ strapi }) {
    const apiToken = await seed(strapi);
    const questions = createQuestions(strapi);
    questions.switchLog({ isOn: !JSON.parse(process.env.BENCH_SITE).withoutLog });
    process.on('message', async ({ question, ...details }) => {
      process.send(await questions[question](details));
    });
    process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
    const { httpServer } = strapi.server;
    httpServer.once('listening', () =>
      process.send({
        port: httpServer.address().port,
        apiToken,
        username: USER.username,
        password: USER.password,
      }),
    );
  },
};
