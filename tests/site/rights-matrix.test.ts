import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { PERMISSIONS, actionId } from '../../contracts/permissions';
import type { PermissionName } from '../../contracts/permissions';
import { adminCallerWith, createAdministrator, logIn } from '../support/admin-caller';
import {
  EXECUTE,
  FIND_ONE_TOOL,
  FIND_TOOLS,
  basic,
  clearLogs,
  createApiToken,
  createJwt,
  createUser,
  execute,
  grantPublic,
  readLogs,
} from '../support/callers';
import { summarizer } from '../support/execute';
import { passwordRounds } from '../support/password-rounds';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/*
 * Every route by every kind of caller. What is expected stands in the two tables and nowhere in the code under test: a
 * route without a row, and a row without a route, is a failure.
 */

const CONTENT_ROUTES: Record<string, { action: string; forReadOnlyTokens: boolean }> = {
  'POST /api/ai-tools/v1/execute/:slug': { action: EXECUTE, forReadOnlyTokens: false },
  'GET /api/ai-tools/v1/tools': { action: FIND_TOOLS, forReadOnlyTokens: true },
  'GET /api/ai-tools/v1/tools/:slug': { action: FIND_ONE_TOOL, forReadOnlyTokens: true },
};

const ADMIN_ROUTES: Record<string, PermissionName> = {
  'GET /ai-tools/providers': 'readSettings',
  'PUT /ai-tools/providers/:id': 'updateSettings',
  'DELETE /ai-tools/providers/:id': 'updateSettings',
  'POST /ai-tools/providers/:id/test': 'updateSettings',
  'POST /ai-tools/providers/:id/models': 'updateSettings',
  'GET /ai-tools/settings': 'readSettings',
  'PUT /ai-tools/settings': 'updateSettings',
  'DELETE /ai-tools/cache': 'clearResults',
  'GET /ai-tools/tool-options': 'readTools',
  'GET /ai-tools/tool-options/:provider/models': 'readTools',
  'GET /ai-tools/tools': 'readTools',
  'POST /ai-tools/tools': 'createTools',
  'POST /ai-tools/tools/check': 'readTools',
  'POST /ai-tools/tools/export': 'readTools',
  'POST /ai-tools/tools/import': 'createTools',
  'GET /ai-tools/tools/:id': 'readTools',
  'PUT /ai-tools/tools/:id': 'updateTools',
  'DELETE /ai-tools/tools/:id': 'deleteTools',
  'PUT /ai-tools/tools/:id/enabled': 'updateTools',
  'POST /ai-tools/tools/:id/duplicate': 'createTools',
  'GET /ai-tools/tools/:id/dependents': 'readTools',
  'DELETE /ai-tools/tools/:slug/cache': 'clearResults',
  'POST /ai-tools/playground/run': 'runPlayground',
  'GET /ai-tools/logs': 'readLogs',
  'GET /ai-tools/logs/export': 'exportLogs',
  'GET /ai-tools/logs/status': 'readLogs',
  'GET /ai-tools/logs/:requestId': 'readLogs',
  'GET /ai-tools/analytics': 'readAnalytics',
  'GET /ai-tools/analytics/budgets': 'readAnalytics',
  'POST /ai-tools/content/run': 'runInContent',
  'GET /ai-tools/content/mappings': 'runInContent',
  'PUT /ai-tools/content/mappings': 'runInContent',
  'GET /ai-tools/content/tools': 'runInContent',
  'POST /ai-tools/content/preview': 'runInContent',
  'GET /ai-tools/bulk-runs': 'runInBulk',
  'POST /ai-tools/bulk-runs': 'runInBulk',
  'POST /ai-tools/bulk-runs/estimate': 'runInBulk',
  'POST /ai-tools/bulk-runs/preview': 'runInBulk',
  'GET /ai-tools/bulk-runs/:id': 'runInBulk',
  'GET /ai-tools/bulk-runs/:id/items': 'runInBulk',
  'POST /ai-tools/bulk-runs/:id/stop': 'runInBulk',
  'POST /ai-tools/bulk-runs/:id/resume': 'runInBulk',
  'POST /ai-tools/bulk-runs/:id/undo': 'runInBulk',
};

/** `allowed`: the route's own answer, whatever it is; else the status of a refusal in the host's envelope. */
type Outcome = 'allowed' | '401' | '403';
type Cells = Record<string, string>;

const REFUSALS: Record<number, string[]> = {
  401: ['UnauthorizedError'],
  403: ['ForbiddenError', 'PolicyError'],
};

let site: Site;
let addresses = 0;

beforeAll(async () => {
  site = await startSite({
    plugin: { tools: [summarizer()] },
    // so that a caller may have an address of its own, and wrong credentials are not slowed as those of one guesser
    server: { proxy: { koa: true } },
    // passwords that are cheap to check: here it is about what comes of it
    files: passwordRounds(4),
  });
  const store = site.strapi.store({ type: 'plugin', name: 'users-permissions' });
  const advanced = await store.get({ key: 'advanced' });
  await store.set({ key: 'advanced', value: { ...Object(advanced), email_confirmation: true } });
});
afterAll(() => site?.stop());

const ask = (method: string, path: string, headers: Record<string, string> = {}): Promise<Response> => {
  addresses += 1;
  const hasBody = method === 'POST' || method === 'PUT';
  return fetch(`${site.url}${path}`, {
    method,
    headers: {
      'x-forwarded-for': `10.0.${Math.floor(addresses / 250)}.${addresses % 250}`,
      ...(hasBody && { 'content-type': 'application/json' }),
      ...headers,
    },
    // nothing that any route would act on
    body: hasBody ? '{}' : undefined,
  });
};

/** The path as it stands: `fetch` would put dots in order first. */
const askExactly = (method: string, path: string): Promise<number> => {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, method, path }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asking.once('error', reject).end();
  });
};

/** A run with header lines as they stand, `fetch` would join those of one name. */
const runWith = (lines: readonly string[]): Promise<number> => {
  const { hostname, port } = new URL(site.url);
  const body = '{"content":"text"}';
  const head = [
    'POST /api/ai-tools/v1/execute/content-summarizer HTTP/1.1',
    `Host: ${hostname}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'X-Forwarded-For: 10.255.0.1',
    'Connection: close',
    ...lines,
  ];
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname)
      .setEncoding('utf8')
      .on('data', (text: string) => {
        answer += text;
      })
      .once('close', () => resolve(Number(answer.split(' ')[1])))
      .once('error', reject);
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
};

const readOutcome = async (response: Response): Promise<string> => {
  const text = await response.text();
  const { status } = response;
  const names = REFUSALS[status];
  if (!names) return status < 500 ? 'allowed' : `${status} ${text}`;
  const { data, error } = JSON.parse(text);
  const isEnvelope =
    data === null &&
    error.status === status &&
    names.includes(error.name) &&
    typeof error.message === 'string';
  return isEnvelope ? String(status) : `${status} ${text}`;
};

const askRoute = async (route: string, headers: Record<string, string> = {}): Promise<string> => {
  const [method = '', path = ''] = route.split(' ');
  const address = path
    .replace('/v1/execute/:slug', '/v1/execute/content-summarizer')
    .replace('/v1/tools/:slug', '/v1/tools/content-summarizer')
    .replace(/:\w+/g, 'no-such-thing');
  return readOutcome(await ask(method, address, headers));
};

/** What each route answers to a caller. */
const cellsOf = async (routes: object, headers?: Record<string, string>): Promise<Cells> =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(routes).map(async (route) => [route, await askRoute(route, headers)] as const),
    ),
  );

const everywhere = (routes: object, outcome: Outcome): Cells =>
  Object.fromEntries(Object.keys(routes).map((route) => [route, outcome]));

const users = () => site.strapi.db.query('plugin::users-permissions.user');

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (header: object, payload: object, secret: string): string => {
  const content = `${encode(header)}.${encode(payload)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
};
const HS256 = { alg: 'HS256', typ: 'JWT' };
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
const payloadOf = (token: string): object =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('every route that the site has of the plugin has a row, and every row has a route', () => {
  const mounted = site.strapi.server
    .listRoutes()
    .filter(({ path }) => path.toLowerCase().includes('ai-tools'))
    .flatMap(({ methods, path }) =>
      methods.filter((name: string) => name !== 'HEAD').map((name: string) => `${name} ${path}`),
    );
  expect(mounted.sort()).toEqual([...Object.keys(CONTENT_ROUTES), ...Object.keys(ADMIN_ROUTES)].sort());
});

test('every permission that a role can have opens something', () => {
  expect([...new Set(Object.values(ADMIN_ROUTES))].sort()).toEqual(Object.keys(PERMISSIONS).sort());
});

describe('the content API', () => {
  const ALL = Object.values(CONTENT_ROUTES).map(({ action }) => action);
  /** Who is judged by what they show, by name: what they send, and what is expected of each route. */
  const callers: Record<string, { authorization: string; expected: Cells }> = {};
  const add = (name: string, authorization: string, outcome: Outcome | Cells): void => {
    const expected = typeof outcome === 'string' ? everywhere(CONTENT_ROUTES, outcome) : outcome;
    callers[name] = { authorization, expected };
  };
  const onlyWith = (action: string): Cells =>
    Object.fromEntries(
      Object.entries(CONTENT_ROUTES).map(([route, row]) => [
        route,
        row.action === action ? 'allowed' : '403',
      ]),
    );

  const addUsers = async (): Promise<void> => {
    const user = await createUser(site, 'with-everything', ALL);
    add('a user', basic(user.username, user.password), 'allowed');
    add('a user by e-mail address', basic(user.email.toUpperCase(), user.password), 'allowed');
    add('a user, basic in small letters', basic(user.username, user.password).replace('B', 'b'), 'allowed');
    add('a user with a JWT', `Bearer ${await createJwt(site, user)}`, 'allowed');
    add(
      'a user with a JWT as the password of api-token',
      basic('api-token', await createJwt(site, user)),
      'allowed',
    );
    add('a user with a wrong password', basic(user.username, 'wrong'), '401');
    add('a user with an empty password', basic(user.username, ''), '401');
    add('a user that does not exist', basic('nobody', 'wrong'), '401');
    add('no user', basic('', user.password), '401');
    add('Basic without credentials', 'Basic', '401');
    add('Basic that cannot be read', 'Basic %%%', '401');
    const jwt = site.strapi.plugin('users-permissions').service('jwt');
    const { id } = user;
    add('an expired JWT', `Bearer ${await jwt.issue({ id }, { expiresIn: -60 })}`, '401');
    const claims = { id, iat: inSeconds(-60), exp: inSeconds(3600) };
    add('a JWT of this secret', `Bearer ${signed(HS256, claims, 'test-jwt-secret')}`, 'allowed');
    add('a JWT of another secret', `Bearer ${signed(HS256, claims, 'another-secret')}`, '401');
    add('a JWT of the administrators’ secret', `Bearer ${signed(HS256, claims, 'test-admin-secret')}`, '401');
    add('a JWT without a signature', `Bearer ${encode({ alg: 'none' })}.${encode(claims)}.`, '401');
    add('a JWT for nobody', `Bearer ${await jwt.issue({ id: 1_000_000 })}`, '401');

    for (const [name, actions, outcome] of [
      ['without rights', [], everywhere(CONTENT_ROUTES, '403')],
      ...ALL.map((action) => [`with ${action} alone`, [action], onlyWith(action)] as const),
    ] as const) {
      const other = await createUser(site, name.replace(/\W+/g, '-'), actions);
      add(`a user ${name}`, basic(other.username, other.password), outcome);
      add(`a user ${name}, with a JWT`, `Bearer ${await createJwt(site, other)}`, outcome);
    }
    const authenticated = await site.strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'authenticated' } });
    for (const [name, change, outcome] of [
      ['of the role that everybody gets', { role: authenticated.id }, '403'],
      ['who is blocked', { blocked: true }, '401'],
      ['who is not confirmed', { confirmed: false }, '401'],
      ['without a role', { role: null }, '401'],
    ] as const) {
      const other = await createUser(site, name.replace(/\W+/g, '-'), ALL);
      const token = await createJwt(site, other);
      await users().update({ where: { id: other.id }, data: change });
      add(`a user ${name}`, basic(other.username, other.password), outcome);
      add(`a user ${name}, with a JWT`, `Bearer ${token}`, outcome);
    }
    const third = await createUser(site, 'third-party', ALL);
    await users().update({ where: { id: third.id }, data: { provider: 'google' } });
    add('a user of a third party, with a password', basic(third.username, third.password), '401');
    const gone = await createUser(site, 'gone', ALL);
    const token = await createJwt(site, gone);
    await users().delete({ where: { id: gone.id } });
    add('a user who is deleted', basic(gone.username, gone.password), '401');
    add('a user who is deleted, with a JWT', `Bearer ${token}`, '401');
  };

  const addToken = (name: string, token: string, outcome: Outcome | Cells): void => {
    add(name, `Bearer ${token}`, outcome);
    add(`${name}, as the password of api-token`, basic('api-token', token), outcome);
  };

  const addTokens = async (): Promise<void> => {
    addToken(
      'a token for everything',
      await createApiToken(site, { name: 'full', type: 'full-access' }),
      'allowed',
    );
    addToken(
      'a token to read',
      await createApiToken(site, { name: 'read', type: 'read-only' }),
      Object.fromEntries(
        Object.entries(CONTENT_ROUTES).map(([route, row]) => [
          route,
          row.forReadOnlyTokens ? 'allowed' : '403',
        ]),
      ),
    );
    for (const action of ALL) {
      const token = await createApiToken(site, { name: action, type: 'custom', permissions: [action] });
      addToken(`a token with ${action} alone`, token, onlyWith(action));
    }
    const permissions = ['plugin::users-permissions.user.me'];
    const elsewhere = await createApiToken(site, { name: 'users', type: 'custom', permissions });
    addToken('a token for other things', elsewhere, '403');
    const tokens = site.strapi.db.query('admin::api-token');
    const expired = await createApiToken(site, { name: 'expired', type: 'full-access' });
    await tokens.update({ where: { name: 'expired' }, data: { expiresAt: Date.now() - 1000 } });
    addToken('an expired token', expired, '401');
    const deleted = await createApiToken(site, { name: 'deleted', type: 'full-access' });
    await tokens.delete({ where: { name: 'deleted' } });
    addToken('a deleted token', deleted, '401');
    addToken('a wrong token', 'f'.repeat(256), '401');
  };

  const addAdministrators = async (): Promise<void> => {
    const { email, password } = await createAdministrator(site);
    const token = await logIn(site, { email, password });
    addToken('a super admin', token, '401');
    add('a super admin, with a password', basic(email, password), '401');
    const owner = await site.strapi.db
      .query('admin::user')
      .findOne({ where: { email }, populate: ['roles'] });
    const attributes = { name: 'of the panel', kind: 'admin', lifespan: null, adminPermissions: [] };
    const { accessKey } = await site.strapi.service('admin::api-token-admin').create(attributes, owner);
    addToken('a token of an administrator', accessKey, '401');
  };

  beforeAll(async () => {
    await addUsers();
    await addTokens();
    await addAdministrators();
  }, 120_000);

  const expectCells = async (): Promise<void> => {
    const cells: Record<string, Cells> = {};
    for (const [name, { authorization }] of Object.entries(callers)) {
      cells[name] = await cellsOf(CONTENT_ROUTES, { authorization });
    }
    expect(cells).toEqual(
      Object.fromEntries(Object.entries(callers).map(([name, { expected }]) => [name, expected])),
    );
  };

  test('is closed to the public, and to everybody who may not', async () => {
    expect(await cellsOf(CONTENT_ROUTES)).toEqual(everywhere(CONTENT_ROUTES, '403'));
    await expectCells();
  });

  test('knows no credentials but those of the header', async () => {
    const token = await createApiToken(site, { name: 'elsewhere', type: 'full-access' });
    for (const name of ['access_token', 'token', 'authorization', 'jwt']) {
      const path = `/api/ai-tools/v1/tools?${name}=${encodeURIComponent(token)}`;
      expect([name, await readOutcome(await ask('GET', path))]).toEqual([name, '403']);
      const cookie = `${name}=${encodeURIComponent(token)}`;
      const withCookie = await ask('GET', '/api/ai-tools/v1/tools', { cookie });
      expect([name, await readOutcome(withCookie)]).toEqual([name, '403']);
    }
  });

  test('judges by the first of two headers, and by nothing that is half of one', async () => {
    const { username, password } = await createUser(site, 'twice', ALL);
    const right = basic(username, password);
    const wrong = basic(username, 'wrong');
    const token = await createApiToken(site, { name: 'second', type: 'full-access' });
    for (const [lines, status] of [
      [[`Authorization: ${right}`], 200],
      [[`AUTHORIZATION:${right}`], 200],
      [[`Authorization: ${right.replace(' ', '   ')}`], 200],
      [[`Authorization: ${wrong}`, `Authorization: ${right}`], 401],
      [[`Authorization: ${wrong}`, `Authorization: Bearer ${token}`], 401],
      [[`Authorization: ${wrong}, Bearer ${token}`], 401],
      [[`Authorization: Bearer ${token}, ${right}`], 403],
      [['Authorization:', `Authorization: ${right}`], 403],
      [[`Authorization: ${right.replace(' ', '')}`], 403],
      [[`Proxy-Authorization: ${right}`, `X-Authorization: ${right}`], 403],
      [[`Authorization : ${right}`], 400],
      [[`Authorization: ${right}`, 'Transfer-Encoding: chunked'], 400],
    ] as const) {
      expect([lines, await runWith(lines)]).toEqual([lines, status]);
    }
  });

  test('is closed under every spelling of an address and for every method', async () => {
    for (const path of [
      '/api/ai-tools/v1/tools/',
      '/API/AI-TOOLS/V1/TOOLS',
      '/api/ai-tools/v1/%74ools',
      '/api//ai-tools/v1/tools',
      '/api/ai-tools/v1/./tools',
      '/api/ai-tools/v1/x/%2e%2e/tools',
      '/api/ai-tools/v1/tools/content-summarizer/',
      '/api/ai-tools/v1/tools/content-summarizer%2f',
      '/api/ai-tools/v1/tools;a=b',
      '/ai-tools/v1/tools',
    ]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
        const isRefused = (await askExactly(method, path)) >= 400;
        expect([method, path, isRefused]).toEqual([method, path, true]);
      }
    }
  });

  test('lets the public in where its role may, and nobody with it whose credentials are refused', async () => {
    await grantPublic(site, ALL);
    expect(await cellsOf(CONTENT_ROUTES)).toEqual(everywhere(CONTENT_ROUTES, 'allowed'));
    await expectCells();
    await clearLogs(site);
    expect((await execute(site, 'content-summarizer', { content: 'text' })).status).toBe(200);
    expect(await readLogs(site)).toMatchObject([{ caller_type: 'public', caller_id: null }]);
  }, 120_000);
});

describe('the admin API', () => {
  const onlyWith = (permission: PermissionName): Cells =>
    Object.fromEntries(
      Object.entries(ADMIN_ROUTES).map(([route, needed]) => [
        route,
        needed === permission ? 'allowed' : '403',
      ]),
    );
  const routesOf = (permission: PermissionName): object =>
    Object.fromEntries(Object.entries(ADMIN_ROUTES).filter(([, needed]) => needed === permission));
  const roles = () => site.strapi.service('admin::role');
  const accounts = () => site.strapi.db.query('admin::user');
  const assign = (role: number, permissions: readonly PermissionName[]): Promise<unknown> =>
    roles().assignPermissions(
      role,
      permissions.map((permission) => ({
        action: actionId(permission),
        subject: null,
        properties: {},
        conditions: [],
      })),
    );
  const findAccount = (email: string) => accounts().findOne({ where: { email }, populate: ['roles'] });

  test('is closed to everybody but administrators', async () => {
    const user = await createUser(
      site,
      'no-administrator',
      Object.values(CONTENT_ROUTES).map(({ action }) => action),
    );
    const token = await createApiToken(site, { name: 'no-administrator', type: 'full-access' });
    const callers = {
      nobody: {},
      'a user': { authorization: basic(user.username, user.password) },
      'a user with a JWT': bearer(await createJwt(site, user)),
      'a token for everything': bearer(token),
      'a token for everything, as the password of api-token': { authorization: basic('api-token', token) },
    };
    for (const [name, headers] of Object.entries(callers)) {
      expect([name, await cellsOf(ADMIN_ROUTES, headers)]).toEqual([name, everywhere(ADMIN_ROUTES, '401')]);
    }
  });

  test('is open to a super admin, with a session that is theirs, valid and not ended', async () => {
    const credentials = await createAdministrator(site);
    const token = await logIn(site, credentials);
    expect(await cellsOf(ADMIN_ROUTES, bearer(token))).toEqual(everywhere(ADMIN_ROUTES, 'allowed'));

    const claims = payloadOf(token);
    expect(await cellsOf(ADMIN_ROUTES, bearer(signed(HS256, claims, 'test-admin-secret')))).toEqual(
      everywhere(ADMIN_ROUTES, 'allowed'),
    );
    const refused = {
      expired: bearer(
        signed(HS256, { ...claims, iat: inSeconds(-120), exp: inSeconds(-60) }, 'test-admin-secret'),
      ),
      'of another secret': bearer(signed(HS256, claims, 'another-secret')),
      'of the users’ secret': bearer(signed(HS256, claims, 'test-jwt-secret')),
      'without a signature': bearer(`${encode({ alg: 'none' })}.${encode(claims)}.`),
      'with a password': { authorization: basic(credentials.email, credentials.password) },
      'in a cookie': { cookie: `jwtToken=${token}; token=${token}` },
      'in another header': { 'x-access-token': token, 'proxy-authorization': `Bearer ${token}` },
    };
    for (const [name, headers] of Object.entries(refused)) {
      expect([name, await cellsOf(ADMIN_ROUTES, headers)]).toEqual([name, everywhere(ADMIN_ROUTES, '401')]);
    }
    for (const name of ['access_token', 'token', 'authorization', 'jwt']) {
      const path = `/ai-tools/tools?${name}=${encodeURIComponent(token)}`;
      expect([name, await readOutcome(await ask('GET', path))]).toEqual([name, '401']);
    }

    const { id } = await findAccount(credentials.email);
    await site.strapi.sessionManager('admin').invalidateRefreshToken(String(id));
    expect(await cellsOf(ADMIN_ROUTES, bearer(token))).toEqual(everywhere(ADMIN_ROUTES, '401'));
  });

  test.each(['strapi-editor', 'strapi-author'])('is closed to a %s as the host makes it', async (code) => {
    const credentials = await createAdministrator(site, []);
    const [account, role] = await Promise.all([
      findAccount(credentials.email),
      site.strapi.db.query('admin::role').findOne({ where: { code } }),
    ]);
    await accounts().update({ where: { id: account.id }, data: { roles: [role.id] } });
    expect(await cellsOf(ADMIN_ROUTES, bearer(await logIn(site, credentials)))).toEqual(
      everywhere(ADMIN_ROUTES, '403'),
    );
  });

  test('each permission opens its routes and no other, from the next request on', async () => {
    const credentials = await createAdministrator(site, []);
    const headers = bearer(await logIn(site, credentials));
    const {
      roles: [role],
    } = await findAccount(credentials.email);
    expect(await cellsOf(ADMIN_ROUTES, headers)).toEqual(everywhere(ADMIN_ROUTES, '403'));
    const names = Object.keys(PERMISSIONS) as PermissionName[];
    for (const permission of names) {
      await assign(role.id, [permission]);
      expect([permission, await cellsOf(ADMIN_ROUTES, headers)]).toEqual([permission, onlyWith(permission)]);
      await assign(
        role.id,
        names.filter((name) => name !== permission),
      );
      // and what it opens is opened by nothing else
      const own = routesOf(permission);
      expect([permission, await cellsOf(own, headers)]).toEqual([permission, everywhere(own, '403')]);
    }
  }, 120_000);

  test('who is deactivated, has lost a role or is deleted is out at the next request', async () => {
    const credentials = await createAdministrator(site, [actionId('readTools')]);
    const headers = bearer(await logIn(site, credentials));
    const { id, roles: own } = await findAccount(credentials.email);
    expect(await cellsOf(ADMIN_ROUTES, headers)).toEqual(onlyWith('readTools'));
    await site.strapi.service('admin::user').updateById(id, { isActive: false });
    expect(await cellsOf(ADMIN_ROUTES, headers)).toEqual(everywhere(ADMIN_ROUTES, '401'));
    await site.strapi.service('admin::user').updateById(id, { isActive: true });
    expect(await cellsOf(ADMIN_ROUTES, headers)).toEqual(onlyWith('readTools'));
    await accounts().update({ where: { id }, data: { roles: [] } });
    expect(await cellsOf(ADMIN_ROUTES, headers)).toEqual(everywhere(ADMIN_ROUTES, '403'));
    await accounts().update({ where: { id }, data: { roles: own.map((role: { id: number }) => role.id) } });
    expect(await cellsOf(ADMIN_ROUTES, headers)).toEqual(onlyWith('readTools'));
    await site.strapi.service('admin::user').deleteById(id);
    expect(await cellsOf(ADMIN_ROUTES, headers)).toEqual(everywhere(ADMIN_ROUTES, '401'));
  });

  test('a token of an administrator opens what it names, as long as it and its owner are there', async () => {
    const { email } = await createAdministrator(site);
    const owner = await findAccount(email);
    const tokens = site.strapi.service('admin::api-token-admin');
    const create = (name: string, permissions: readonly PermissionName[]) =>
      tokens.create(
        {
          name,
          kind: 'admin',
          lifespan: null,
          adminPermissions: permissions.map((permission) => ({
            action: actionId(permission),
            subject: null,
            properties: {},
            conditions: [],
          })),
        },
        owner,
      );
    const nothing = await create('nothing', []);
    expect(await cellsOf(ADMIN_ROUTES, bearer(nothing.accessKey))).toEqual(everywhere(ADMIN_ROUTES, '403'));
    const { id, accessKey } = await create('logs', ['readLogs']);
    expect(await cellsOf(ADMIN_ROUTES, bearer(accessKey))).toEqual(onlyWith('readLogs'));
    // the panel's API has no Basic
    expect(await cellsOf(ADMIN_ROUTES, { authorization: basic('api-token', accessKey) })).toEqual(
      everywhere(ADMIN_ROUTES, '401'),
    );
    const regenerated = await tokens.regenerate(id);
    expect(await cellsOf(ADMIN_ROUTES, bearer(accessKey))).toEqual(everywhere(ADMIN_ROUTES, '401'));
    expect(await cellsOf(ADMIN_ROUTES, bearer(regenerated.accessKey))).toEqual(onlyWith('readLogs'));
    await site.strapi.service('admin::user').updateById(owner.id, { isActive: false });
    expect(await cellsOf(ADMIN_ROUTES, bearer(regenerated.accessKey))).toEqual(
      everywhere(ADMIN_ROUTES, '401'),
    );
  });

  test('who runs a draft with a token of an administrator is logged as that token', async () => {
    const { email } = await createAdministrator(site);
    const attributes = {
      name: 'a draft runner',
      kind: 'admin',
      lifespan: null,
      adminPermissions: [
        { action: actionId('runPlayground'), subject: null, properties: {}, conditions: [] },
      ],
    };
    const { id, accessKey } = await site.strapi
      .service('admin::api-token-admin')
      .create(attributes, await findAccount(email));
    await clearLogs(site);
    const body = { tool: summarizer(), inputs: { content: 'text' } };
    expect((await adminCallerWith(site, accessKey)('POST', 'playground/run', body)).status).toBe(200);
    expect(await readLogs(site)).toMatchObject([
      { caller_type: 'api-token', caller_id: String(id), caller_label: 'a draft runner' },
    ]);
  });

  test('is closed under every spelling of an address and for every method', async () => {
    for (const path of [
      '/ai-tools/tools/',
      '/AI-TOOLS/Tools',
      '/ai-tools/%74ools',
      '//ai-tools/tools',
      '/ai-tools/./tools',
      '/ai-tools/x/%2e%2e/tools',
      '/ai-tools/logs/export?format=csv',
      '/api/ai-tools/tools',
      '/api/ai-tools/logs',
      '/admin/ai-tools/tools',
      '/api/ai-tools/v1/../../../ai-tools/tools',
    ]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const isRefused = (await askExactly(method, path)) >= 400;
        expect([method, path, isRefused]).toEqual([method, path, true]);
      }
    }
    const options = await ask('OPTIONS', '/ai-tools/tools');
    expect(await options.text()).toBe('');
  });

  test('policies of authentication and of one permission stand before every handler', () => {
    const { admin } = site.strapi.plugin('ai-tools').routes as Record<string, { routes: object[] }>;
    expect(admin?.routes).toHaveLength(Object.keys(ADMIN_ROUTES).length);
    for (const route of admin?.routes ?? []) {
      expect(route).toMatchObject({
        config: {
          policies: [
            'admin::isAuthenticatedAdmin',
            {
              name: 'admin::hasPermissions',
              config: { actions: [expect.stringMatching(/^plugin::ai-tools\./)] },
            },
          ],
        },
      });
    }
  });
});
