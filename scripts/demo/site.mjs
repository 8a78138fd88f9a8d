// The process of the site itself. It tells its parent when the site listens and who may log in, and ends with it.
import { createRequire } from 'node:module';
import path from 'node:path';

// as the site's compiled code does: imported, the host would be loaded a second time beside it
const { createStrapi } = createRequire(import.meta.url)('@strapi/strapi');

const site = process.cwd();
const strapi = createStrapi({ appDir: site, distDir: path.join(site, 'dist') });
await strapi.start();

// a parent that was killed cannot ask; the host answers this signal by closing everything
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.send(strapi.config.get('logins'));
