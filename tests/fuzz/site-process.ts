import dns from 'node:dns';
import { isIP } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Core } from '@strapi/types';
import { LOG_UID, PROVIDER_UID, TOOL_UID } from '../../contracts/plugin-id';
import { createAdministrator } from '../support/admin-caller';
import { createArticles } from '../support/bulk-site';
import {
  EXECUTE,
  FIND_ONE_TOOL,
  FIND_TOOLS,
  createApiToken,
  createJwt,
  createUser,
} from '../support/callers';
import { summarizer } from '../support/execute';
import { createHost, listen } from '../support/host';
import type { Site } from '../support/site';
import { KEYS, SITE_SECRETS } from './canaries';

/*
 * A program of its own: the site that is fuzzed, in the folder it is given. Tells its parent where it listens and who
 * may do what there, and answers its questions.
 */

/** Rows of the log that stay, so that reading it takes no longer the longer the fuzz runs. */
const ROWS_KEPT = 300;

// no generated endpoint leads to the world outside: names are as on a machine without a network
const lookup = dns.lookup;
Object.assign(dns, {
  lookup: (name: string, ...rest: unknown[]) => {
    if (name === 'localhost' || isIP(name) > 0) return Reflect.apply(lookup, dns, [name, ...rest]);
    const callback = rest.at(-1);
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    if (typeof callback === 'function') process.nextTick(() => Reflect.apply(callback, null, [error]));
  },
});

const [, , folder = '', providerUrl = ''] = process.argv;

const storedTools = () => [
  summarizer({
    name: 'Stored Summarizer',
    provider: 'local',
    examples: [{ name: 'One', inputs: { content: 'x' } }],
  }),
  summarizer({ name: 'Stored Kept', provider: 'local', cache_duration: 60 }),
  summarizer({ name: 'Stored On Stored', provider: 'stored-one' }),
  summarizer({ name: 'Stored Broke', provider: 'stored-two', budget_usd: 0.01 }),
];

const endpoint = (mode: string) => ({
  kind: 'openai-compatible',
  endpoint: `${providerUrl}/${mode}/v1`,
  model: 'm',
  api_key: KEYS.stored,
  timeout_ms: 600,
});

/** What can be changed is again as it was at the beginning; tells what there is. */
const restore = async (strapi: Core.Strapi) => {
  const plugin = strapi.plugin('ai-tools');
  for (const uid of [TOOL_UID, PROVIDER_UID] as const) {
    const rows = await strapi.db.query(uid).findMany({ select: ['documentId'] });
    for (const { documentId } of rows) await strapi.documents(uid).delete({ documentId });
  }
  await plugin.service('site-settings').update({
    logs: { capture: null, retention_days: null, max_body_bytes: null },
    budget_usd: null,
    cache: { max_bytes: null },
  });
  const providers = [
    { provider_id: 'stored-one', ...endpoint('ok') },
    { provider_id: 'stored-two', ...endpoint('unauthorized') },
  ];
  for (const data of providers) await strapi.documents(PROVIDER_UID).create({ data });
  const tools = [];
  for (const data of storedTools()) {
    const { documentId, slug, updatedAt } = await strapi.documents(TOOL_UID).create({ data: { ...data } });
    tools.push({ id: documentId, slug: String(slug), updatedAt: new Date(String(updatedAt)).toISOString() });
  }
  await plugin.service('logs').flush();
  const [newest] = await strapi.db.query(LOG_UID).findMany({ orderBy: { id: 'desc' }, limit: 1 });
  await strapi.db.query(LOG_UID).deleteMany({ where: { id: { $lt: Number(newest?.id ?? 0) - ROWS_KEPT } } });
  while ((await plugin.service('bulk-runs').deleteSome(Date.now(), 1000)) > 0);
  return { tools };
};

/** How often the site tells that it is alive: on a busy machine, that is the time that it has had. */
const BEAT_MS = 1000;

const delay = monitorEventLoopDelay();

/** What is still held once nothing is under way, and nothing is kept on purpose. */
const measure = async (strapi: Core.Strapi) => {
  // before the collector holds everything up itself
  const longestTurnMs = delay.max / 1e6;
  await strapi.plugin('ai-tools').service('results').clear(null);
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, rss, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  delay.reset();
  return {
    heap: heapUsed,
    rss,
    external,
    handles: process.getActiveResourcesInfo().length,
    longestTurnMs,
    cpuSeconds: (user + system) / 1e6,
  };
};

const main = async (): Promise<void> => {
  delay.enable();
  setInterval(() => process.send?.('beat'), BEAT_MS);
  const strapi = await createHost(folder);
  await strapi.load();
  const site: Site = { strapi, url: await listen(strapi), stop: () => strapi.destroy() };

  const may = [EXECUTE, FIND_TOOLS, FIND_ONE_TOOL];
  const user = await createUser(site, 'ann', may, SITE_SECRETS.password);
  const token = await createApiToken(site, { name: 'fuzz', type: 'custom', permissions: may });
  const administrator = await createAdministrator(site);
  const articles = await createArticles(site, 12);
  const answers: Record<string, () => Promise<object>> = {
    restore: () => restore(strapi),
    measure: () => measure(strapi),
  };
  process.on('message', (question) => {
    void answers[String(question)]?.().then(
      (answer) => process.send?.({ answer }),
      (error: unknown) => process.send?.({ failure: String(Object(error).stack ?? error) }),
    );
  });
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.send?.({
    answer: {
      url: site.url,
      jwt: await createJwt(site, user),
      token,
      articles,
      administrator,
      username: user.username,
    },
  });
};

void main();
