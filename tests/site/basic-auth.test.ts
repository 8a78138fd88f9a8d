import type { Context } from 'koa';
import { createBasicStrategy } from '../../server/src/auth/basic-strategy';
import { EXECUTE, basic, createUser, execute, readLogs } from '../support/callers';
import type { TestUser } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugin: { tools: [summarizer()] } });
});
afterAll(() => site?.stop());

const run = async (authorization: string): Promise<number> =>
  (await execute(site, 'content-summarizer', { content: 'text' }, authorization)).status;
const users = () => site.strapi.plugin('users-permissions').service('user');

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

test('an unconfirmed user is out where the site wants confirmation', async () => {
  const user = await createUser(site, 'unconfirmed', [EXECUTE]);
  await users().edit(user.id, { confirmed: false });
  expect(await run(basic('unconfirmed', user.password))).toBe(200);
  const store = site.strapi.store({ type: 'plugin', name: 'users-permissions' });
  const advanced = await store.get({ key: 'advanced' });
  await store.set({ key: 'advanced', value: { ...Object(advanced), email_confirmation: true } });
  await users().edit(user.id, { confirmed: false });
  expect(await run(basic('unconfirmed', user.password))).toBe(401);
  await store.set({ key: 'advanced', value: advanced });
});

test('a user of a third party has no password to sign in with', async () => {
  const user = await createUser(site, 'third', [EXECUTE]);
  await site.strapi.db
    .query('plugin::users-permissions.user')
    .update({ where: { id: user.id }, data: { provider: 'google' } });
  expect(await run(basic('third', user.password))).toBe(401);
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
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 6000);
  expect(await storm()).toEqual(allIn);
  clock.mockRestore();
});

test('guessing is slowed, and does not lock out who is already known', async () => {
  const user = await rememberedUser('target');
  const guesses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) guesses.push(await run(basic('target', `guess ${guess}`)));
  expect(guesses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(guesses.slice(10)).toEqual([429, 429]);
  expect(await readLogs(site)).toContainEqual(
    expect.objectContaining({ status: 'refused', error_code: 'rate_limit_exceeded' }),
  );

  const refused = await execute(site, 'content-summarizer', { content: 'x' }, basic('target', 'guess'));
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await run(basic('target', user.password))).toBe(200);
});
