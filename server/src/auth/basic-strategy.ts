import { createHmac, randomBytes } from 'node:crypto';
import { errors } from '@strapi/utils';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { fitsBcrypt, readBasicCredentials } from './basic-credentials';
import type { BasicCredentials } from './basic-credentials';
import { createPasswordCheck } from './password-check';
import { createSiteUsers } from './site-users';
import type { AuthorisedUser, SiteUser } from './site-users';
import { createSlowRefusal } from './slow-refusal';

/** The user name under which clients that only speak Basic send an API token as their password. */
const API_TOKEN_USER = 'api-token';

/** How long the user row behind a remembered credential may go unread. */
const MAX_AGE_MS = 5000;
const MAX_REMEMBERED = 5000;

interface Remembered {
  userId: number;
  /** a changed password is a changed hash, and ends the memory */
  passwordHash: string;
  authorised: AuthorisedUser;
  checkedAt: number;
  /** set while the row is being read again: who comes meanwhile waits for that, not for a password check of their own */
  rereading: Promise<AuthorisedUser | null> | null;
}

type SignIn = { authorised: AuthorisedUser | null } | { retryAfterSeconds: number };

type Outcome =
  | { authenticated: false }
  | { authenticated: true; credentials: SiteUser; ability: unknown }
  | { error: string };

/** The host's own handling of credentials, as far as a strategy may rely on it. */
interface HostAuth {
  credentials: SiteUser;
  ability: { can(action: string): boolean };
}

const REFUSED: Outcome = { error: 'Invalid user name or password' };

/**
 * `Authorization: Basic` for one route. It has to come first in the route's list: Users & Permissions takes every
 * header that is not a bearer token for a public call.
 */
export const createBasicStrategy = ({ strapi }: { strapi: Core.Strapi }) => {
  const users = createSiteUsers({ strapi });
  const checkPassword = createPasswordCheck({ rounds: users.hashRounds() });
  const slowRefusal = createSlowRefusal();
  // what is remembered is a keyed digest, so that neither memory nor a heap dump holds a password
  const digestKey = randomBytes(32);
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });

  const digest = ({ username, password }: BasicCredentials): string =>
    createHmac('sha256', digestKey).update(`${username}\0${password}`).digest('base64');

  const recall = async (key: string): Promise<AuthorisedUser | null> => {
    const known = remembered.get(key);
    if (!known) return null;
    if (Date.now() - known.checkedAt < MAX_AGE_MS) return known.authorised;

    return (known.rereading ??= reread(key, known));
  };

  const reread = async (key: string, known: Remembered): Promise<AuthorisedUser | null> => {
    try {
      return await enter(key, known.userId, known.passwordHash);
    } finally {
      // still the old one: it was not renewed
      if (remembered.peek(key) === known) remembered.delete(key);
    }
  };

  // goes up with every change of what decides
  let changes = 0;

  /** Whoever had this password when it was checked, as they are now. */
  const enter = async (
    key: string,
    userId: number,
    passwordHash: string | null,
  ): Promise<AuthorisedUser | null> => {
    const changesBefore = changes;
    const checkedAt = Date.now();
    const user = await users.findById(userId);
    if (!user || user.password === null || user.password !== passwordHash) return null;
    const authorised = await users.authorise(user);
    // a change that came meanwhile may not be in it: this call began before that, the next one does not
    if (authorised && changes === changesBefore) {
      remembered.set(key, { userId, passwordHash, authorised, checkedAt, rereading: null });
    }
    return authorised;
  };

  // by address and credentials: a page that loads with fifty calls at once is one sign-in, and one guess if it is wrong
  const signingIn = new Map<string, Promise<SignIn>>();

  const checkOnce = (key: string, address: string, credentials: BasicCredentials): Promise<SignIn> => {
    const id = `${address} ${key}`;
    const known = signingIn.get(id);
    if (known) return known;
    const checking = check(key, address, credentials).finally(() => {
      if (signingIn.get(id) === checking) signingIn.delete(id);
    });
    signingIn.set(id, checking);
    return checking;
  };

  const check = async (
    key: string,
    address: string,
    { username, password }: BasicCredentials,
  ): Promise<SignIn> => {
    const user = await users.findByName(username);
    const verdict = await checkPassword({ username, password, address, hash: user?.password ?? null });
    if ('retryAfterSeconds' in verdict) return verdict;
    return { authorised: user && verdict.matches ? await enter(key, user.id, user.password) : null };
  };

  const signIn = async (
    ctx: Context,
    key: string,
    credentials: BasicCredentials,
  ): Promise<AuthorisedUser | null> => {
    const outcome = await checkOnce(key, ctx.request.ip, credentials);
    if ('authorised' in outcome) return outcome.authorised;
    await slowRefusal();
    ctx.set('Retry-After', String(outcome.retryAfterSeconds));
    throw new errors.RateLimitError('Too many wrong passwords. Try again later.');
  };

  const authenticate = async (ctx: Context): Promise<Outcome> => {
    const credentials = readBasicCredentials(ctx.request.header.authorization);
    if (credentials === 'absent') return { authenticated: false };
    if (credentials === 'invalid') return REFUSED;

    if (credentials.username === API_TOKEN_USER) {
      // a token with a space in it would make a header that the host takes for none at all, and so for a public call
      if (/\s/.test(credentials.password) || credentials.password === '') return REFUSED;
      // from here on it is the host's own bearer token, with all of its rules
      ctx.request.header.authorization = `Bearer ${credentials.password}`;
      return { authenticated: false };
    }
    if (!users.isAvailable()) {
      const message = `This site has no Users & Permissions plugin: use an API token as the password of "${API_TOKEN_USER}".`;
      return { error: message };
    }
    if (!fitsBcrypt(credentials.password)) return REFUSED;

    const key = digest(credentials);
    const authorised = (await recall(key)) ?? (await signIn(ctx, key, credentials));
    if (!authorised) return REFUSED;
    ctx.state.user = authorised.user;
    return { authenticated: true, credentials: authorised.user, ability: authorised.ability };
  };

  return {
    name: 'ai-tools-basic',
    authenticate,

    verify: async (auth: HostAuth, config: { scope?: string | string[] }): Promise<void> => {
      const scopes = [config.scope ?? []].flat();
      if (!scopes.every((scope) => auth.ability.can(scope))) throw new errors.ForbiddenError();
    },

    /** Drops every remembered credential: a user, a role or a permission has changed. */
    forget: (): void => {
      changes += 1;
      remembered.clear();
      // who comes from now on is not let in with somebody who came before
      signingIn.clear();
    },
  };
};

export type BasicStrategy = ReturnType<typeof createBasicStrategy>;
