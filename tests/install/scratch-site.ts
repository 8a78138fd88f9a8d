import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linkInstalledPackages, lockedPackagesFor } from './installed-packages';
import type { LockedPackages } from './installed-packages';

// what Strapi's own starter puts into a new site
const DEPENDENCIES = [
  '@strapi/plugin-users-permissions',
  '@strapi/strapi',
  'better-sqlite3',
  'react',
  'react-dom',
  'react-router-dom',
  'styled-components',
];

export interface ScratchSite {
  folder: string;
  /** `dependencies` of its package.json */
  dependencies(): Record<string, string>;
  lockedPackages(): LockedPackages;
  remove(): void;
}

const asModule = (value: unknown): string => `module.exports = ${JSON.stringify(value, null, 2)};\n`;

/** The site tells its test where it listens, with a token, and which executions it has logged. */
const ENTRY = `module.exports = {
  async bootstrap({ strapi }) {
    const { accessKey } = await strapi
      .service('admin::api-token')
      .create({ name: 'install test', type: 'full-access', lifespan: null });
    process.on('message', async () => {
      await strapi.plugin('ai-tools').service('logs').flush();
      process.send({ logs: await strapi.db.query('plugin::ai-tools.log').findMany() });
    });
    const { httpServer } = strapi.server;
    httpServer.once('listening', () => process.send({ port: httpServer.address().port, accessKey }));
  },
};
`;

const siteFiles = (plugin: unknown): Record<string, string> => ({
  'config/server.js': asModule({
    host: '127.0.0.1',
    port: 0,
    app: { keys: ['test-key'] },
    logger: { updates: { enabled: false } },
  }),
  'config/admin.js': asModule({
    // building the panel takes longer than everything else here
    serveAdminPanel: false,
    auth: { secret: 'test-admin-secret' },
    apiToken: { salt: 'test-token-salt' },
    transfer: { token: { salt: 'test-transfer-salt' } },
    secrets: { encryptionKey: 'test-encryption-key' },
  }),
  'config/database.js': asModule({
    connection: { client: 'sqlite', connection: { filename: '.tmp/data.db' }, useNullAsDefault: true },
  }),
  'config/plugins.js': asModule({
    'users-permissions': { config: { jwtSecret: 'test-jwt-secret' } },
    'ai-tools': plugin,
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
  'src/index.js': ENTRY,
  'favicon.png': '',
});

/** An installed Strapi site without the plugin; `plugin` is its entry in `config/plugins`. */
export const createScratchSite = (plugin: unknown): ScratchSite => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ai-tools-install-'));
  const inside = (name: string): string => path.join(folder, name);

  const packages = lockedPackagesFor(DEPENDENCIES);
  const manifest = {
    name: 'scratch-site',
    version: '0.0.0',
    private: true,
    dependencies: Object.fromEntries(
      DEPENDENCIES.map((name) => [name, packages[`node_modules/${name}`]?.version ?? '*']),
    ),
  };
  const files = {
    'package.json': JSON.stringify(manifest, null, 2),
    'package-lock.json': JSON.stringify({
      name: manifest.name,
      version: manifest.version,
      lockfileVersion: 3,
      requires: true,
      packages: { '': manifest, ...packages },
    }),
    ...siteFiles(plugin),
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(inside(name)), { recursive: true });
    writeFileSync(inside(name), content);
  }
  for (const empty of ['.tmp', 'public/uploads']) mkdirSync(inside(empty), { recursive: true });
  linkInstalledPackages(packages, folder);

  const readJson = (name: string) => JSON.parse(readFileSync(inside(name), 'utf8'));
  return {
    folder,
    dependencies: () => readJson('package.json').dependencies,
    lockedPackages: () => readJson('package-lock.json').packages,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
