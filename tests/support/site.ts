import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { createStrapi } from '@strapi/strapi';
import type { Core } from '@strapi/types';
import { createTestDatabase } from './database';

const REPOSITORY = path.resolve(__dirname, '../..');

export interface SiteOptions {
  /** `config` of the plugin */
  plugin?: Record<string, unknown>;
  usersPermissions?: boolean;
  graphql?: boolean;
  encryptionKey?: boolean;
  /** more of the host's config/plugins and config/server */
  plugins?: Record<string, unknown>;
  server?: Record<string, unknown>;
  /** more files of the site, by path */
  files?: Record<string, string>;
  /** the folder of a built admin panel, to be served */
  adminPanel?: string;
}

export interface Site {
  strapi: Core.Strapi;
  /** such as http://127.0.0.1:41234 */
  url: string;
  stop(): Promise<void>;
}

const asModule = (value: unknown): string => `module.exports = ${JSON.stringify(value)};\n`;

const siteFiles = (options: SiteOptions, connection: unknown): Record<string, string> => {
  const usersPermissions = options.usersPermissions ?? true;
  return {
    'package.json': JSON.stringify({
      name: 'test-site',
      version: '0.0.0',
      dependencies: {
        ...(usersPermissions && { '@strapi/plugin-users-permissions': '*' }),
        ...(options.graphql && { '@strapi/plugin-graphql': '*' }),
      },
    }),
    'config/server.js': asModule({
      host: '127.0.0.1',
      port: 0,
      app: { keys: ['test-key'] },
      ...options.server,
    }),
    'config/admin.js': asModule({
      auth: { secret: 'test-admin-secret' },
      apiToken: { salt: 'test-token-salt' },
      transfer: { token: { salt: 'test-transfer-salt' } },
      ...((options.encryptionKey ?? true) && { secrets: { encryptionKey: 'test-encryption-key' } }),
    }),
    'config/database.js': asModule({ connection }),
    'config/plugins.js': asModule({
      ...(usersPermissions && { 'users-permissions': { config: { jwtSecret: 'test-jwt-secret' } } }),
      'ai-tools': {
        enabled: true,
        resolve: path.join(REPOSITORY, 'tests/support/source-plugin'),
        config: options.plugin ?? {},
      },
      ...options.plugins,
    }),
    'config/middlewares.js': asModule([
      'strapi::errors',
      'strapi::security',
      'strapi::cors',
      'strapi::query',
      'strapi::body',
      'strapi::favicon',
      'strapi::public',
    ]),
    'config/logger.js': asModule({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    'src/index.js': 'module.exports = {};\n',
    ...options.files,
  };
};

export interface SiteFolder {
  folder: string;
  /** the `connection` of the host's config/database */
  connection: Record<string, unknown>;
  /** with its database */
  remove(): Promise<void>;
}

/** A site with the plugin from its sources, and an empty database, that is not started. */
export const createSiteFolder = async (options: SiteOptions = {}): Promise<SiteFolder> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ai-tools-site-'));
  const database = await createTestDatabase(folder);
  for (const [name, content] of Object.entries(siteFiles(options, database.connection))) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
  writeFileSync(path.join(folder, 'favicon.png'), '');
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'));
  if (options.adminPanel) symlinkSync(options.adminPanel, path.join(folder, 'build'));

  const remove = async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  };
  return { folder, connection: database.connection, remove };
};

/** Boots a real Strapi in a folder of its own, with the plugin from its sources, listening on a free port. */
export const startSite = async (options: SiteOptions = {}): Promise<Site> => {
  const { folder, remove } = await createSiteFolder(options);
  const serveAdminPanel = options.adminPanel !== undefined;
  const strapi = createStrapi({ appDir: folder, distDir: folder, autoReload: false, serveAdminPanel });
  try {
    await strapi.load();
  } catch (error) {
    // a site that does not start must not keep the test process alive
    await strapi.destroy().catch(() => {});
    await remove();
    throw error;
  }
  await new Promise<void>((resolve) => {
    strapi.server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = strapi.server.httpServer.address() as AddressInfo;

  return {
    strapi,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await strapi.destroy();
      await remove();
    },
  };
};
