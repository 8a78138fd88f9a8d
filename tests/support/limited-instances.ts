import { setTimeout as pause } from 'node:timers/promises';
import { summarizer } from './execute';
import { readFixture, startFakeProvider } from './fake-provider';
import type { FakeProvider } from './fake-provider';
import { startInstances } from './site-instances';
import type { Instance, SharedSite } from './site-instances';

const LIMIT = 100;
const CALLS = 1000;
const COMPLETION = readFixture('openai-compatible/llama-cpp.completion.json');

type Outcome = string | number;

export interface Flood {
  /** how often each status was answered; `cut` where the connection was */
  outcomes: Record<string, number>;
  /** different calls that reached the provider */
  passed: number;
}

/** A site in four processes with tools that may run a hundred times an hour, and a provider that keeps count. */
export const startLimitedInstances = async (plugin: Record<string, unknown>) => {
  const provider: FakeProvider = await startFakeProvider();
  const tool = (name: string) => summarizer({ name, provider: 'local', rate_limit: LIMIT });
  const site: SharedSite = await startInstances(4, {
    plugin: {
      ...plugin,
      providers: { local: { kind: 'openai-compatible', endpoint: `${provider.url}/v1`, model: 'm' } },
      tools: [tool('Calm'), tool('Stormy')],
    },
  }).catch(async (error: unknown) => {
    await provider.stop();
    throw error;
  });

  let sent = 0;
  const callOnce = async ({ url }: Instance, slug: string): Promise<Outcome> => {
    sent += 1;
    try {
      const response = await fetch(`${url}/api/ai-tools/v1/execute/${slug}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content: `call ${sent}` }),
      });
      const text = await response.text();
      // anything else is a surprise, and has to say what it is
      return response.status === 200 || response.status === 429
        ? response.status
        : `${response.status} ${text}`;
    } catch {
      return 'cut';
    }
  };
  const callMany = (instances: Instance[], slug: string, count: number): Promise<Outcome>[] =>
    Array.from({ length: count }, (_, index) => {
      const instance = instances[index % instances.length];
      if (!instance) throw new Error('no instance to call');
      return callOnce(instance, slug);
    });

  /** What the provider is asked, told apart by what the callers wrote, so that nothing is counted twice. */
  const passedOf = (): number => new Set(provider.requests.map(({ body }) => JSON.stringify(body))).size;
  const untilPassed = async (count: number): Promise<void> => {
    while (passedOf() < count) await pause(20);
  };
  const summarise = async (calls: Promise<Outcome>[]): Promise<Flood> => {
    const outcomes: Record<string, number> = {};
    for (const outcome of await Promise.all(calls)) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    return { outcomes, passed: passedOf() };
  };
  const secondOf = (instances: Instance[]): Instance => {
    const [, second] = instances;
    if (!second) throw new Error('no second instance');
    return second;
  };

  /** Makes the provider hold its answers back until it is told. */
  const holdAnswers = () => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    provider.requests.length = 0;
    provider.answer((_request, response) => {
      void released.then(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(COMPLETION);
      });
    });
    return release;
  };

  const replace = async (dead: Instance): Promise<void> => {
    site.instances[site.instances.indexOf(dead)] = await site.start();
  };

  return {
    LIMIT,
    /**
     * 60 calls are at the provider when one instance dies with its 15; it comes back, and the other 940 go to all
     * four at once.
     */
    restartBetween: async (): Promise<Flood> => {
      const release = holdAnswers();
      const early = callMany(site.instances, 'calm', 60);
      await untilPassed(60);
      const dying = secondOf(site.instances);
      await dying.kill();
      await replace(dying);
      const late = callMany(site.instances, 'calm', CALLS - 60);
      await untilPassed(LIMIT);
      await Promise.race([Promise.allSettled(late), pause(5000)]);
      release();
      return summarise([...early, ...late]);
    },

    /** A thousand calls go to all four at once, and one instance dies in the middle of it. */
    killInTheMiddle: async (): Promise<Flood & { afterwards: Record<string, number> }> => {
      const release = holdAnswers();
      const calls = callMany(site.instances, 'stormy', CALLS);
      await untilPassed(20);
      const dying = secondOf(site.instances);
      await dying.kill();
      await Promise.race([Promise.allSettled(calls), pause(8000)]);
      release();
      const flood = await summarise(calls);
      await replace(dying);
      const afterwards = await summarise(callMany(site.instances, 'stormy', 200));
      return { ...flood, passed: afterwards.passed, afterwards: afterwards.outcomes };
    },

    stop: async (): Promise<void> => {
      await site.stop();
      await provider.stop();
    },
  };
};
