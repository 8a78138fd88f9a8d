import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Site } from './site';

/** Files of a site that make the host write everything it has to say into a file, each request included. */
export const HOST_LOG_FILES: Record<string, string> = {
  'config/logger.js': `
    const { winston } = require('@strapi/logger');
    const filename = require('node:path').join(__dirname, '../host.log');
    module.exports = { level: 'silly', transports: [new winston.transports.File({ filename })] };`,
  'config/middlewares.js': `
    module.exports = ['logger', 'errors', 'security', 'cors', 'query', 'body', 'favicon', 'public']
      .map((name) => 'strapi::' + name);`,
};

export const readHostLog = (site: Site): string =>
  readFileSync(path.join(site.strapi.dirs.app.root, 'host.log'), 'utf8');
