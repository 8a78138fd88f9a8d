import { EXECUTE, grantPublic } from './callers';
import { createHost, listen } from './host';

/*
 * A program of its own: one instance of a site whose folder is there. Tells its parent where it listens. The first
 * instance lets everybody run tools; the others find that in the database.
 */

const [, , folder = '', isFirst] = process.argv;

const main = async (): Promise<void> => {
  const strapi = await createHost(folder);
  await strapi.load();
  const stop = () => strapi.destroy();
  if (isFirst) await grantPublic({ strapi, url: '', stop }, [EXECUTE]);
  process.send?.({ url: await listen(strapi) });
};

void main();
