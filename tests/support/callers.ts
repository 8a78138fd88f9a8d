import type { Site } from './site';

export const EXECUTE = 'plugin::ai-tools.execute.run';
export const FIND_TOOLS = 'plugin::ai-tools.tools.find';
export const FIND_ONE_TOOL = 'plugin::ai-tools.tools.findOne';

export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const grant = async ({ strapi }: Site, role: number, actions: readonly string[]): Promise<void> => {
  for (const action of actions) {
    await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role } });
  }
};

/** Lets everybody do something without credentials. */
export const grantPublic = async (site: Site, actions: readonly string[]): Promise<void> => {
  const role = await site.strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } });
  await grant(site, role.id, actions);
};

export interface TestUser {
  id: number;
  documentId: string;
  roleId: number;
  username: string;
  email: string;
  password: string;
}

/** A confirmed user of Users & Permissions with a role of its own. */
export const createUser = async (
  site: Site,
  username: string,
  actions: readonly string[] = [EXECUTE],
  password = 'correct horse battery',
): Promise<TestUser> => {
  const role = await site.strapi.db.query('plugin::users-permissions.role').create({
    data: { name: `role of ${username}`, type: `role-of-${username}`, description: 'test' },
  });
  await grant(site, role.id, actions);
  const email = `${username}@example.org`;
  const user = await site.strapi
    .plugin('users-permissions')
    .service('user')
    .add({ username, email, password, provider: 'local', confirmed: true, blocked: false, role: role.id });
  return { id: user.id, documentId: user.documentId, roleId: role.id, username, email, password };
};

export const createJwt = async (site: Site, user: TestUser): Promise<string> =>
  site.strapi.plugin('users-permissions').service('jwt').issue({ id: user.id });

export const createApiToken = async (
  site: Site,
  token: {
    name: string;
    type: 'full-access' | 'read-only' | 'custom';
    permissions?: string[];
    lifespan?: number;
  },
): Promise<string> => {
  const created = await site.strapi
    .service('admin::api-token')
    .create({ lifespan: null, description: '', ...token });
  return created.accessKey;
};

export interface Answer {
  status: number;
  headers: Headers;
  // what came back is what the tests are about; each reads it by name
  body: ReturnType<typeof JSON.parse>;
}

/** One request to the plugin's content API, with a JSON body unless `body` is text already. */
export const call = async (
  site: Site,
  method: string,
  path: string,
  options: { authorization?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const { authorization, body, headers } = options;
  const response = await fetch(`${site.url}/api/ai-tools/v1/${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(authorization && { authorization }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : parse(text) };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const execute = (site: Site, slug: string, body: unknown, authorization?: string): Promise<Answer> =>
  call(site, 'POST', `execute/${slug}`, { body, authorization });

/** Waits until what has been logged is in the database. */
export const flushLogs = (site: Site): Promise<boolean> =>
  site.strapi.plugin('ai-tools').service('logs').flush();

/** The log rows of a site, oldest first. */
export const readLogs = async (site: Site): Promise<Record<string, unknown>[]> => {
  await flushLogs(site);
  return site.strapi.db.query('plugin::ai-tools.log').findMany({ orderBy: { id: 'asc' } });
};

export const clearLogs = async (site: Site): Promise<void> => {
  await flushLogs(site);
  await site.strapi.db.query('plugin::ai-tools.log').deleteMany({});
};
