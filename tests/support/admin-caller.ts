import type { Answer } from './callers';
import type { Site } from './site';

export type AdminCaller = (
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
) => Promise<Answer>;

/** Calls the plugin's admin API with a token, or as nobody. */
export const adminCallerWith =
  (site: Pick<Site, 'url'>, token: string | null): AdminCaller =>
  async (method, path, body, signal) => {
    const response = await fetch(`${site.url}/ai-tools/${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text,
    };
  };

/** The same caller, which also keeps the text of every body that it is answered with. */
export const recordingAnswers =
  (caller: AdminCaller, answers: string[]): AdminCaller =>
  async (...request) => {
    const answer = await caller(...request);
    answers.push(JSON.stringify(answer.body));
    return answer;
  };

/** The fields that a refused write finds fault with, in order of the alphabet. */
export const faultyFields = ({ status, body }: Answer): string[] => {
  expect(status).toBe(400);
  expect(body).toMatchObject({ data: null, error: { status: 400, name: 'ValidationError' } });
  return body.error.details.errors.map((fault: { path: string[] }) => fault.path.join('.')).sort();
};

export interface Credentials {
  email: string;
  password: string;
}

/** What a role may do, as the host keeps it; an action alone is one that is about nothing in particular. */
export type Permission =
  | string
  | {
      action: string;
      subject: string;
      properties: { fields: string[]; locales: string[] };
      conditions?: string[];
    };

let administrators = 0;

/** Makes an administrator: with the given permissions only, or a super admin without any. */
export const createAdministrator = async (
  { strapi }: Site,
  actions?: readonly Permission[],
): Promise<Credentials> => {
  administrators += 1;
  const name = actions ? `admin-${administrators}` : 'super-admin';
  const roles = strapi.service('admin::role');
  const role = actions ? await roles.create({ name, description: 'test' }) : await roles.getSuperAdmin();
  if (actions) {
    await roles.assignPermissions(
      role.id,
      actions.map((permission) => ({
        ...(typeof permission === 'string'
          ? { action: permission, subject: null, properties: {} }
          : permission),
        conditions: typeof permission === 'string' ? [] : (permission.conditions ?? []),
      })),
    );
  }
  const credentials = { email: `administrator-${administrators}@example.org`, password: 'Passw0rd-of-admin' };
  await strapi
    .service('admin::user')
    .create({ firstname: name, ...credentials, isActive: true, roles: [role.id] });
  return credentials;
};

/** The token that an administrator gets for these. */
export const logIn = async ({ url }: Pick<Site, 'url'>, credentials: Credentials): Promise<string> => {
  const login = await fetch(`${url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { data } = await login.json();
  return data.token;
};

/** The administrator with these, logged in. */
export const adminCallerOf = async (
  site: Pick<Site, 'url'>,
  credentials: Credentials,
): Promise<AdminCaller> => adminCallerWith(site, await logIn(site, credentials));

/** The token of a new administrator who has logged in; see `createAdministrator`. */
export const createAdminToken = async (site: Site, actions?: readonly Permission[]): Promise<string> =>
  logIn(site, await createAdministrator(site, actions));

/** An administrator who has logged in; see `createAdminToken`. */
export const createAdminCaller = async (site: Site, actions?: readonly Permission[]): Promise<AdminCaller> =>
  adminCallerWith(site, await createAdminToken(site, actions));
