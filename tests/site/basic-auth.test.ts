/** @host-within-jest for the check of passwords is replaced */
import type { Context } from 'koa';
import { availableParallelism } from 'node:os';
import timers from 'node:timers/promises';
import { verify } from '@node-rs/bcrypt';
import { createBasicStrategy } from '../../server/src/auth/basic-strategy';
import { createAdminToken } from '../support/admin-caller';
import { EXECUTE, basic, call, createApiToken, createUser, execute, readLogs } from '../support/callers';
import type { Answer, TestUser } from '../support/callers';
import { summarizer } from '../support/execute';
import { passwordRounds } from '../support/password-rounds';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

// the real one, counted
jest.mock('@node-rs/bcrypt', () => {
  const real = jest.requireActual('@node-rs/bcrypt');
  return { ...real, verify: jest.fn(real.verify) };
});
const checks = jest.mocked(verify);
const really: typeof verify = jest.requireActual('@node-rs/bcrypt').verify;

let site: Site;
beforeAll(async () => {
  site = await startSite({
    plugin: { tools: [summarizer()] },
    // a caller may say which address it has
    server: { proxy: { koa: true } },
    // a site that makes its hashes otherwise than the host does by itself
    files: passwordRounds(5),
  });
});
afterAll(() => site?.stop());
beforeEach(() => {
  checks.mockReset().mockImplementation(really);
});
// also after a test that has failed: a clock that stays forward fails the others
afterEach(() => {
  jest.restoreAllMocks();
});

const INPUTS = { content: 'text' };
const run = async (authorization: string): Promise<number> =>
  (await execute(site, 'content-summarizer', INPUTS, authorization)).status;
const runFrom = (address: string, authorization: string): Promise<Answer> =>
  call(site, 'POST', 'execute/content-summarizer', {
    authorization,
    body: INPUTS,
    headers: { 'x-forwarded-for': address },
  });
const users = () => site.strapi.plugin('users-permissions').service('user');
const update = (user: TestUser, data: object) =>
  site.strapi.db.query('plugin::users-permissions.user').update({ where: { id: user.id }, data });

/** What the site settles for all users, with or without a confirmed address. */
const wantConfirmation = async (email_confirmation: boolean): Promise<void> => {
  const store = site.strapi.store({ type: 'plugin', name: 'users-permissions' });
  await store.set({
    key: 'advanced',
    value: { ...Object(await store.get({ key: 'advanced' })), email_confirmation },
  });
};

/** A user whose credential has been used, and is therefore remembered. */
const rememberedUser = async (name: string): Promise<TestUser> => {
  const user = await createUser(site, name, [EXECUTE]);
  expect(await run(basic(name, user.password))).toBe(200);
  expect(await run(basic(name, user.password))).toBe(200);
  return user;
};

test('a changed password ends the old one at once', async () => {
  const user = await rememberedUser('changer');
  await users().edit(user.id, { password: 'a new password' });
  expect(await run(basic('changer', user.password))).toBe(401);
  expect(await run(basic('changer', 'a new password'))).toBe(200);
});

test('a blocked user is out at once', async () => {
  const user = await rememberedUser('blocked');
  await users().edit(user.id, { blocked: true });
  expect(await run(basic('blocked', user.password))).toBe(401);
});

test('a deleted user is out at once', async () => {
  const user = await rememberedUser('deleted');
  await users().remove({ id: user.id });
  expect(await run(basic('deleted', user.password))).toBe(401);
});

test('a permission that is taken away is gone at once', async () => {
  const user = await rememberedUser('demoted');
  await site.strapi.db
    .query('plugin::users-permissions.permission')
    .deleteMany({ where: { role: user.roleId, action: EXECUTE } });
  expect(await run(basic('demoted', user.password))).toBe(403);
});

test('an unconfirmed user is out at once where the site wants confirmation, or begins to', async () => {
  const user = await rememberedUser('unconfirmed');
  await users().edit(user.id, { confirmed: false });
  expect(await run(basic('unconfirmed', user.password))).toBe(200);
  await wantConfirmation(true);
  expect(await run(basic('unconfirmed', user.password))).toBe(401);
  await users().edit(user.id, { confirmed: true });
  expect(await run(basic('unconfirmed', user.password))).toBe(200);
  await users().edit(user.id, { confirmed: false });
  expect(await run(basic('unconfirmed', user.password))).toBe(401);
  await wantConfirmation(false);
});

test('what an administrator changes in the panel holds at once', async () => {
  const token = await createAdminToken(site);
  const put = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${site.url}/${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([path, response.status, response.ok ? '' : await response.text()]).toEqual([path, 200, '']);
  };
  const user = await rememberedUser('managed');
  const outcome = () => run(basic('managed', user.password));
  const entry = `content-manager/collection-types/plugin::users-permissions.user/${user.documentId}`;
  await put(entry, { blocked: true });
  expect(await outcome()).toBe(401);
  await put(entry, { blocked: false });
  expect(await outcome()).toBe(200);
  await put(entry, { password: 'a new password' });
  expect(await outcome()).toBe(401);
  await put(entry, { password: user.password });
  expect(await outcome()).toBe(200);

  const { roleId } = user;
  const grant = (enabled: boolean) =>
    put(`users-permissions/roles/${roleId}`, {
      name: 'managed',
      description: 'test',
      permissions: { 'plugin::ai-tools': { controllers: { execute: { run: { enabled, policy: '' } } } } },
      users: [],
    });
  await grant(false);
  expect(await outcome()).toBe(403);
  await grant(true);
  expect(await outcome()).toBe(200);

  const other = await createUser(site, 'of-another-role', []);
  await put(entry, { role: other.roleId });
  expect(await outcome()).toBe(403);
  await put(entry, { role: roleId });
  expect(await outcome()).toBe(200);
});

test('an API token that is regenerated, limited or deleted is out at once', async () => {
  const token = await createApiToken(site, { name: 'passing', type: 'full-access' });
  const tokens = site.strapi.db.query('admin::api-token');
  const { id } = await tokens.findOne({ where: { name: 'passing' } });
  const outcomes = async (key: string) => [await run(`Bearer ${key}`), await run(basic('api-token', key))];
  expect(await outcomes(token)).toEqual([200, 200]);
  const service = site.strapi.service('admin::api-token');
  const { accessKey } = await service.regenerate(id);
  expect(await outcomes(token)).toEqual([401, 401]);
  expect(await outcomes(accessKey)).toEqual([200, 200]);
  await service.update(id, { type: 'custom', permissions: [] });
  expect(await outcomes(accessKey)).toEqual([403, 403]);
  await service.update(id, { type: 'custom', permissions: [EXECUTE] });
  expect(await outcomes(accessKey)).toEqual([200, 200]);
  await service.revoke(id);
  expect(await outcomes(accessKey)).toEqual([401, 401]);
});

test('what another instance has changed holds after five seconds', async () => {
  const user = await rememberedUser('elsewhere');
  const now = Date.now();
  let seconds = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now + seconds * 1000);
  const outcomeAfterFiveSeconds = () => {
    seconds += 5;
    return run(basic('elsewhere', user.password));
  };
  // past everything that this process could be told by
  const write = (data: object) =>
    site.strapi.db.getConnection('up_users').where({ id: user.id }).update(data);
  await write({ blocked: true });
  expect(await outcomeAfterFiveSeconds()).toBe(401);
  await write({ blocked: false });
  expect(await outcomeAfterFiveSeconds()).toBe(200);
  const { password } = await site.strapi.db.getConnection('up_users').where({ id: user.id }).first();
  await write({ password: `${password.slice(0, -1)}${password.endsWith('a') ? 'b' : 'a'}` });
  expect(await outcomeAfterFiveSeconds()).toBe(401);
  await write({ password });
  expect(await outcomeAfterFiveSeconds()).toBe(200);
  const links = () => site.strapi.db.getConnection('up_permissions_role_lnk');
  const rows = await links().where({ role_id: user.roleId });
  await links().where({ role_id: user.roleId }).delete();
  expect(await outcomeAfterFiveSeconds()).toBe(403);
  await links().insert(rows);
  expect(await outcomeAfterFiveSeconds()).toBe(200);
});

test('who is blocked while their password is being checked is not let in by that check afterwards', async () => {
  const user = await createUser(site, 'racer', [EXECUTE]);
  let begin: (value: unknown) => void = () => {};
  let finish: (value: unknown) => void = () => {};
  const begun = new Promise((resolve) => {
    begin = resolve;
  });
  const mayFinish = new Promise((resolve) => {
    finish = resolve;
  });
  checks.mockImplementationOnce(async (...check) => {
    begin(null);
    await mayFinish;
    return really(...check);
  });
  const first = run(basic('racer', user.password));
  await begun;
  await users().edit(user.id, { blocked: true });
  const second = run(basic('racer', user.password));
  finish(null);
  expect(await Promise.all([first, second])).toEqual([401, 401]);
  expect(await run(basic('racer', user.password))).toBe(401);
});

test('rights that are read while they change are not remembered', async () => {
  const user = await createUser(site, 'changing', [EXECUTE]);
  const permissions = site.strapi.plugin('users-permissions').service('permission');
  jest.spyOn(permissions, 'findRolePermissions').mockImplementationOnce(async (role) => {
    const before = await site.strapi.db
      .query('plugin::users-permissions.role')
      .load({ id: role }, 'permissions');
    await site.strapi.db
      .query('plugin::users-permissions.permission')
      .deleteMany({ where: { role: user.roleId, action: EXECUTE } });
    return before;
  });
  expect(await run(basic('changing', user.password))).toBe(200);
  expect(await run(basic('changing', user.password))).toBe(403);
});

describe('who may not enter', () => {
  const REAL = 'correct horse battery';
  const withHash = (password: string) => async (user: TestUser) => {
    await site.strapi.db.getConnection('up_users').where({ id: user.id }).update({ password });
  };
  const persons: [string, ((user: TestUser) => Promise<unknown>) | null][] = [
    ['does not exist', null],
    ['gives a wrong password', async () => {}],
    ['is blocked', (user) => update(user, { blocked: true })],
    ['is not confirmed', (user) => update(user, { confirmed: false })],
    ['has no role', (user) => update(user, { role: null })],
    ['signs in elsewhere', (user) => update(user, { provider: 'google' })],
    ['has no password', (user) => update(user, { password: null })],
    ['has a hash of another kind', withHash('$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaGhhc2g')],
  ];
  let network = 0;
  beforeAll(() => wantConfirmation(true));
  afterAll(() => wantConfirmation(false));

  test.each(persons)(
    'and %s is told the same as all others, for the same work, the right password or not',
    async (name, change) => {
      const username = name.replace(/ /g, '-');
      if (change) await change(await createUser(site, username, [EXECUTE], REAL));
      network += 1;
      const passwords = Array.from({ length: 12 }, (_, index) => `guess ${index}`);
      // the right one is among the guesses for whom it would not open anything
      if (name !== 'gives a wrong password') passwords[3] = REAL;
      const told: unknown[] = [];
      const guess = async (password: string): Promise<void> => {
        const { status, body } = await runFrom(`10.1.${network}.1`, basic(username, password));
        told.push([status, body]);
      };
      for (const password of passwords.slice(0, 10)) await guess(password);
      await Promise.all(passwords.slice(10).map(guess));
      const refused = {
        data: null,
        error: {
          status: 401,
          name: 'UnauthorizedError',
          message: 'Invalid user name or password',
          details: {},
        },
      };
      expect(told.slice(0, 10)).toEqual(Array(10).fill([401, refused]));
      expect(told.slice(10)).toEqual(Array(2).fill([429, expect.objectContaining({ data: null })]));
      // ten checks of the same cost; what is refused for being one too many costs none
      expect(checks.mock.calls.map(([, hash]) => String(hash).slice(0, 7).replace('a', 'b'))).toEqual(
        Array(10).fill('$2b$05$'),
      );
    },
  );

  test.each([
    ['more than bcrypt reads', 'x'.repeat(73)],
    ['more than a header may hold', 'x'.repeat(2000)],
    ['a NUL', `${REAL}\0`],
    ['a line feed', `${REAL}\n`],
    ['nothing', ''],
  ])('%s is no password of anybody', async (name, password) => {
    const user = await createUser(site, `long-${name.replace(/ /g, '-')}`, [EXECUTE], REAL);
    network += 1;
    const answers: unknown[] = [];
    const work: number[] = [];
    for (const username of [user.username, 'nobody-at-all']) {
      checks.mockClear();
      const { status, body } = await runFrom(`10.1.${network}.1`, basic(username, password));
      answers.push([status, body]);
      work.push(checks.mock.calls.length);
    }
    expect(answers).toEqual(Array(2).fill([401, expect.objectContaining({ data: null })]));
    expect(answers[0]).toEqual(answers[1]);
    expect(work[0]).toBe(work[1]);
  });
});

test('two hundred calls at once with the right password all get in, from cold and when it is to be read again', async () => {
  const { password } = await createUser(site, 'busy', [EXECUTE]);
  const { authenticate } = createBasicStrategy({ strapi: site.strapi });
  // in one turn of the event loop, which calls over HTTP would only be by chance
  const storm = () => {
    const request = { header: { authorization: basic('busy', password) }, ip: '127.0.0.1' };
    const context = (): Context => ({ request, state: {}, set: () => {} }) as never;
    return Promise.all(Array.from({ length: 200 }, () => authenticate(context())));
  };
  const allIn = Array.from({ length: 200 }, () => expect.objectContaining({ authenticated: true }));
  expect(await storm()).toEqual(allIn);
  // what is remembered is read again after five seconds
  const now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now + 6000);
  expect(await storm()).toEqual(allIn);
});

test('guessing is slowed, and does not lock out who is already known', async () => {
  const user = await rememberedUser('target');
  const guesses: number[] = [];
  const tryPassword = (password: string) => runFrom('10.6.0.1', basic('target', password));
  for (let guess = 0; guess < 12; guess += 1) guesses.push((await tryPassword(`guess ${guess}`)).status);
  expect(guesses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(guesses.slice(10)).toEqual([429, 429]);
  expect(await readLogs(site)).toContainEqual(
    expect.objectContaining({ status: 'refused', error_code: 'rate_limit_exceeded' }),
  );

  const refused = await tryPassword('guess');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await tryPassword(user.password)).status).toBe(200);
});

describe('guessing', () => {
  test('of four at once never takes more than two checks at a time, nor all cores, and one of their passwords still opens', async () => {
    let running = 0;
    let most = 0;
    checks.mockImplementation(async (...check) => {
      running += 1;
      most = Math.max(most, running);
      try {
        return await really(...check);
      } finally {
        running -= 1;
      }
    });
    const user = await createUser(site, 'among-guessers', [EXECUTE]);
    const guesses = [1, 2, 3, 4].flatMap((client) =>
      [1, 2, 3, 4, 5].map((guess) =>
        runFrom(`10.2.0.${client}`, basic(`guessed-${client}`, `guess ${guess}`)),
      ),
    );
    const right = runFrom('10.2.0.9', basic('among-guessers', user.password));
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(20).fill(401));
    expect((await right).status).toBe(200);
    expect([1, 2]).toContain(most);
    // one core at least is left to everybody else
    expect(most).toBeLessThan(Math.max(2, availableParallelism()));
  });

  test('is stopped for an address after thirty, whomever they are about, and not for other addresses', async () => {
    const user = await createUser(site, 'victim', [EXECUTE]);
    const guess = async (address: string, username: string) =>
      (await runFrom(address, basic(username, 'wrong'))).status;
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1) statuses.push(await guess('10.3.0.1', `stranger-${index}`));
    expect(statuses).toEqual([...Array(30).fill(401), 429, 429]);
    expect(checks).toHaveBeenCalledTimes(30);
    const pauses = jest.spyOn(timers, 'setTimeout');
    const refused = await runFrom('10.3.0.1', basic('victim', user.password));
    expect(refused.status).toBe(429);
    // it is answered a while later
    expect(pauses.mock.calls.map(([ms]) => ms)).toContain(250);
    const wait = Number(refused.headers.get('retry-after'));
    expect([wait > 0, wait <= 300]).toEqual([true, true]);
    expect((await runFrom('10.3.0.2', basic('victim', user.password))).status).toBe(200);
    // whoever is known by now has no password checked
    expect((await runFrom('10.3.0.1', basic('victim', user.password))).status).toBe(200);
  });

  test('is over when the window is', async () => {
    const user = await createUser(site, 'patient', [EXECUTE]);
    for (let index = 0; index < 10; index += 1) await runFrom('10.4.0.1', basic('patient', `guess ${index}`));
    expect((await runFrom('10.4.0.1', basic('patient', user.password))).status).toBe(429);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now + 301_000);
    expect((await runFrom('10.4.0.1', basic('patient', user.password))).status).toBe(200);
  });

  test('is counted by network for who has 2^64 addresses, and by address for who writes one of four bytes as sixteen', async () => {
    for (const [addresses, last] of [
      [Array.from({ length: 10 }, (_, index) => `2001:db8:1:2::${index + 1}`), '2001:db8:1:2:ffff::1'],
      [Array.from({ length: 10 }, (_, index) => (index % 2 ? '10.5.0.1' : '::ffff:10.5.0.1')), '10.5.0.1'],
    ] as const) {
      for (const address of addresses) {
        expect((await runFrom(address, basic('roaming', `guess from ${address}`))).status).toBe(401);
      }
      expect((await runFrom(last, basic('roaming', 'another guess'))).status).toBe(429);
    }
    expect((await runFrom('2001:db8:1:3::1', basic('roaming', 'a guess'))).status).toBe(401);
    expect((await runFrom('::ffff:10.5.0.2', basic('roaming', 'a guess'))).status).toBe(401);
  });
});
