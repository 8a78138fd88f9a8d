import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Core } from '@strapi/types';
import { createTestDatabase } from './database';
import { createHost, listen } from './host';

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
  /** a database that is there already, and stays: the `connection` of the host's config/database */
  connection?: Record<string, unknown>;
  /** what is done to its folder and its database before it starts */
  prepare?(folder: SiteFolder): Promise<void>;
}

export interface Site {
  strapi: Core.Strapi;
  /** such as http://127.0.0.1:41234 */
  url: string;
  stop(): Promise<void>;
}

const asModule = (value: unknown): string => `module.exports = ${JSON.stringify(value)};\n`;

/**
 * Databases ask the disk to have written before they go on, and starting a site writes hundreds of times. No machine
 * loses its power in a test, and what a killed process wrote is kept by the system or the server.
 */
const databaseModule = (connection: unknown): string => `
  const connection = ${JSON.stringify(connection)};
  const RELAX = {
    sqlite: (database, done) => {
      database.pragma('synchronous = OFF');
      done(null, database);
    },
    postgres: (client, done) => {
      client.query('SET synchronous_commit = off', (error) => done(error, client));
    },
  };
  connection.pool = { afterCreate: RELAX[connection.client] };
  module.exports = { connection };
`;

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
    'config/database.js': databaseModule(connection),
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
  const database = options.connection
    ? { connection: options.connection, drop: async () => {} }
    : await createTestDatabase(folder);
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
  const siteFolder = await createSiteFolder(options);
  const { folder, remove } = siteFolder;
  const load = async (): Promise<Core.Strapi> => {
    await options.prepare?.(siteFolder);
    const strapi = await createHost(folder, options.adminPanel !== undefined);
    try {
      return await strapi.load();
    } catch (error) {
      // a site that does not start must not keep the test process alive
      await strapi.destroy().catch(() => {});
      throw error;
    }
  };
  const strapi = await load().catch(async (error: unknown) => {
    await remove();
    throw error;
  });

  return {
    strapi,
    url: await listen(strapi),
    stop: async () => {
      await strapi.destroy();
      await remove();
    },
  };
};
