import type { Gateway } from './gateway';
import { NUMBER_MARK } from './load-order';
import type { BenchSite } from './bench-site';
import type { Caller, LoadCase, Options } from './options';

export type Who = 'plugin' | 'plugin, log off' | 'bare route' | 'gateway';

/** Something that is measured: one route, asked by one kind of caller. */
export interface Target {
  who: Who;
  caller: Caller;
  port: number;
  pid: number;
  path: string;
  headers: Record<string, string>;
  body: string;
}

const TEXT =
  'Strapi stores content and serves it over an API. A tool of this site takes a text, fills a prompt with it and asks a model for a summary.';

const toolInputs = (number: string): string => JSON.stringify({ number, text: TEXT });

const chatRequest = JSON.stringify({
  model: 'bench-model',
  messages: [
    { role: 'user', content: `Summarize the text numbered ${NUMBER_MARK} in one sentence.\n\n${TEXT}` },
  ],
  temperature: 0.2,
  max_tokens: 200,
});

const authorize = (caller: Caller, { username, password, apiToken }: BenchSite): Record<string, string> => {
  switch (caller) {
    case 'public':
      return {};
    case 'basic':
      return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
    case 'token':
      return { Authorization: `Bearer ${apiToken}` };
  }
};

export const pluginPath = (loadCase: LoadCase): string => `/api/ai-tools/v1/execute/${loadCase}`;

/** All that is compared in one case: whoever stands beside the plugin does the same for the same caller. */
export const targetsOf = (
  loadCase: LoadCase,
  site: BenchSite,
  gateway: Gateway | null,
  providerUrl: string,
  { callers, 'without-log': withoutLog }: Options,
): Target[] => {
  const onSite = { port: site.port, pid: site.child.pid ?? 0 };
  const isHit = loadCase === 'hit';
  const targets: Target[] = callers.map((caller) => ({
    who: 'plugin',
    caller,
    ...onSite,
    path: pluginPath(loadCase),
    headers: authorize(caller, site),
    // a prompt that was there before is what makes a hit
    body: toolInputs(isHit ? '0' : NUMBER_MARK),
  }));
  for (const caller of callers) {
    // the host has no Basic of its own
    if (caller === 'basic') continue;
    targets.push({
      who: 'bare route',
      caller,
      ...onSite,
      path: isHit ? '/api/bench/answer' : `/api/bench/proxy/${loadCase}`,
      headers: authorize(caller, site),
      body: toolInputs(NUMBER_MARK),
    });
  }
  if (loadCase === 'instant' && callers.includes('public') && !withoutLog) {
    targets.push({ ...distinctPrompts(site), who: 'plugin, log off' });
  }
  if (gateway && !isHit) {
    targets.push({
      who: 'gateway',
      caller: 'public',
      port: gateway.port,
      pid: gateway.child.pid ?? 0,
      path: '/v1/chat/completions',
      headers: {
        Authorization: 'Bearer bench-key',
        'x-portkey-provider': 'openai',
        'x-portkey-custom-host': `${providerUrl}/${loadCase}/v1`,
      },
      body: chatRequest,
    });
  }
  return targets;
};

const withNewInputs = (site: BenchSite, loadCase: LoadCase): Target => ({
  who: 'plugin',
  caller: 'public',
  port: site.port,
  pid: site.child.pid ?? 0,
  path: pluginPath(loadCase),
  headers: {},
  body: toolInputs(NUMBER_MARK),
});

/** The tool of the hit case, with inputs that nobody has sent before. */
export const distinctHits = (site: BenchSite): Target => withNewInputs(site, 'hit');

/** Runs that call the provider, each of them. */
export const distinctPrompts = (site: BenchSite): Target => withNewInputs(site, 'instant');

/** What has nothing to do with the plugin: what happens to it is what happens to the rest of the site. */
export const anotherRoute = (site: BenchSite): Target => ({
  ...distinctHits(site),
  who: 'bare route',
  path: '/api/bench/answer',
});
