import type { Core } from '@strapi/types';
import { PERMISSIONS } from '../../contracts/permissions';
import { PLUGIN_ID, PROVIDER_UID, TOOL_UID } from '../../contracts/plugin-id';
import { hasDaylightSaving } from './engine/daylight-saving';
import { onWrite } from './on-write';
import { getService } from './services/get-service';

/** The host gives these databases the wall time of its process, without a zone; SQLite it gives milliseconds. */
const warnOfAmbiguousTimes = (strapi: Core.Strapi): void => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (strapi.db.dialect.client === 'sqlite' || !hasDaylightSaving(timeZone, new Date().getFullYear())) return;
  strapi.log.warn(
    `[ai-tools] times are stored without their zone, and in ${timeZone} one hour each year comes twice: runs of these two hours cannot be told apart in the log and the analytics. Start the site with TZ=UTC.`,
  );
};

/**
 * Told to trust a proxy and not how many, the host takes the first address of the header for the caller's, and most
 * proxies leave there what the caller has written.
 */
const warnOfBelievedAddresses = (strapi: Core.Strapi): void => {
  const { koa, maxIpsCount, ipHeader } = Object(strapi.config.get('server.proxy'));
  if (koa !== true || Number(maxIpsCount) > 0 || typeof ipHeader === 'string') return;
  strapi.log.warn(
    '[ai-tools] server.proxy.koa is on without server.proxy.maxIpsCount: callers may choose the address by which their runs and wrong passwords are counted. Set it to the number of proxies in front of the site, such as 1.',
  );
};

export const bootstrap = async ({ strapi }: { strapi: Core.Strapi }): Promise<void> => {
  await strapi.service('admin::permission').actionProvider.registerMany(
    Object.values(PERMISSIONS).map((permission) => ({
      section: 'plugins',
      pluginName: PLUGIN_ID,
      ...permission,
    })),
  );
  await getService(strapi, 'removal').outlast();
  warnOfAmbiguousTimes(strapi);
  warnOfBelievedAddresses(strapi);
  // every write, also one that goes past the document service, such as a deletion in bulk
  const changes = getService(strapi, 'changes');
  onWrite(strapi, [PROVIDER_UID], () => void changes.announce({ what: 'providers' }));
  onWrite(strapi, [TOOL_UID], () => void changes.announce({ what: 'tools' }));
  await getService(strapi, 'settings-in-force').upToDate();
  // made here, where no transaction is open that its batches could take for theirs
  getService(strapi, 'budgets');
  await getService(strapi, 'tools').loadFromCode();
  getService(strapi, 'logs').start();
  getService(strapi, 'log-retention').start();
  getService(strapi, 'analytics').start();
  getService(strapi, 'bulk-runs').start();
};
