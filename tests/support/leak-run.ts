import { getEventListeners, setMaxListeners } from 'node:events';
import http from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestSite, summarizer } from './execute';
import { readFixture } from './fake-provider';

/*
 * A program of its own, for call-leaks.test.ts: in a process that does nothing else, whatever is left is ours. It runs
 * many calls, most of which fail, and prints what it saw. It has to end by itself: a timer or a connection that is
 * left would keep it alive.
 */

const CALLS = Number(process.argv[2]);
const WARM_UP = CALLS / 5;
const AT_ONCE = 40;
/** Enough for a healthy answer on a busy machine. */
const PATIENT_MS = 30_000;
const HASTY_MS = 5;

const COMPLETION = readFixture('openai/completion.json');
const STREAM = readFixture('openai/stream.txt');
const BEGINNING = STREAM.split('\n\n').slice(0, 2).join('\n\n');

const respondWith =
  (status: number, type: string, body: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };
const json = (body: string, status = 200) => respondWith(status, 'application/json', body);
const events = (body: string) => respondWith(200, 'text/event-stream', body);
const beginStream = (response: ServerResponse, text: string, then: () => void = () => {}): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(text, then);
};
const reset = (response: ServerResponse): void => {
  response.socket?.destroy();
};
const silence = (): void => {};

const PREDICTION = JSON.parse(readFixture('replicate/starting.json'));

/** How the provider behaves, by the word that the prompt names. */
const BEHAVIOURS: Record<string, (response: ServerResponse) => void> = {
  success: json(COMPLETION),
  'bad-request': json('{"error":{"message":"no"}}', 400),
  'wrong-key': json('{"error":{"message":"no"}}', 401),
  'rate-limit': json('{"error":{"message":"no"}}', 429),
  'rate-limit-for-long': (response) => {
    response.writeHead(429, { 'retry-after': '3600' }).end();
  },
  broken: json('<html>no</html>', 500),
  overloaded: json('{"error":{"message":"no"}}', 503),
  redirect: (response) => {
    response.writeHead(302, { location: '/elsewhere' }).end('elsewhere');
  },
  refusal: json(readFixture('openai/refusal.json')),
  'cut JSON': json(COMPLETION.slice(0, 100)),
  html: respondWith(200, 'text/html', '<html>Sign in</html>'),
  reset,
  'reset in the body': (response) => {
    response.writeHead(200, { 'content-length': '5000' });
    response.write('{', () => reset(response));
  },
  silence,
  'silence in the body': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  },
  'silence in an error': (response) => {
    response.writeHead(500, { 'content-type': 'application/json' }).write('{');
  },
  stream: events(STREAM),
  'stream that ends late': (response) => {
    beginStream(response, STREAM, () => setImmediate(() => response.end()));
  },
  'stream that never ends': (response) => beginStream(response, STREAM),
  'stream that is reset after its end': (response) => beginStream(response, STREAM, () => reset(response)),
  'stream cut off': events(BEGINNING),
  'stream reset': (response) => beginStream(response, `${BEGINNING}\n\n`, () => reset(response)),
  'stream with an error': (response) => beginStream(response, 'data: {"error":{"message":"x"}}\n\n'),
  'stream of nonsense': (response) => beginStream(response, 'data: nonsense\n\n'),
  'stream that falls silent': (response) => beginStream(response, `${BEGINNING}\n\n`),
  prediction: json(JSON.stringify({ ...PREDICTION, urls: {} }), 201),
};

interface Plan {
  tool: 'patient' | 'hasty' | 'nobody' | 'prediction';
  behaviour: string;
  streamed?: boolean;
  /** milliseconds after which the caller leaves */
  leavesAfter?: number;
  consumerBreaks?: boolean;
}

const streamed = (behaviour: string, changes: Partial<Plan> = {}): Plan => ({
  tool: 'patient',
  behaviour,
  streamed: true,
  ...changes,
});
const plain = (behaviour: string, changes: Partial<Plan> = {}): Plan => ({
  tool: 'patient',
  behaviour,
  ...changes,
});

const PLANS: Plan[] = [
  ...Object.keys(BEHAVIOURS)
    .filter((behaviour) => !/silen|never|stream|prediction/.test(behaviour))
    .flatMap((behaviour) => [plain(behaviour), streamed(behaviour)]),
  ...['success', 'silence', 'silence in the body', 'silence in an error'].map((behaviour) =>
    plain(behaviour, { tool: 'hasty' }),
  ),
  ...['silence', 'stream', 'stream that falls silent'].map((behaviour) =>
    streamed(behaviour, { tool: 'hasty' }),
  ),
  ...Object.keys(BEHAVIOURS)
    .filter((behaviour) => /^stream/.test(behaviour) && !behaviour.includes('falls silent'))
    .map((behaviour) => streamed(behaviour)),
  plain('stream'),
  plain('success', { tool: 'nobody' }),
  streamed('stream', { tool: 'nobody' }),
  plain('success', { leavesAfter: 0 }),
  plain('success', { leavesAfter: 1 }),
  plain('silence', { leavesAfter: 3 }),
  plain('silence in the body', { leavesAfter: 3 }),
  streamed('stream', { leavesAfter: 1 }),
  streamed('stream that falls silent', { leavesAfter: 5 }),
  streamed('stream that falls silent', { consumerBreaks: true }),
  plain('prediction', { tool: 'prediction', leavesAfter: 300 }),
];

const seen = { requests: 0, cancels: 0 };
const server = http.createServer((request, response) => {
  seen.requests += 1;
  if (request.url?.endsWith('/cancel')) seen.cancels += 1;
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    const behaviour = /<(.+?)>/.exec(body)?.[1];
    // what asks about a prediction has no prompt
    (behaviour ? BEHAVIOURS[behaviour] : json('{}'))?.(response);
  });
});

const warnings: string[] = [];
process.on('warning', (warning) => warnings.push(String(warning)));

const openConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

const countResources = (): number => process.getActiveResourcesInfo().length;

/** Shorter than the deadline of a patient call, whose timer must not be forgotten. */
const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  const giveUpAt = Date.now() + PATIENT_MS / 2;
  while (!(await isTrue()) && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
};

const heapAfterCollection = (): number => {
  if (!global.gc) throw new Error('start this with --expose-gc');
  global.gc();
  return process.memoryUsage().heapUsed;
};

const main = async () => {
  // opens it, so that it is counted before as it is after
  process.stdout.write('');
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const resourcesBefore = process.getActiveResourcesInfo().sort();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const closed = http.createServer();
  await new Promise<void>((resolve) => {
    closed.listen(0, '127.0.0.1', resolve);
  });
  const nobody = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));

  const provider = (fields: object) => ({
    kind: 'openai',
    api_key: 'k',
    endpoint,
    timeout_ms: PATIENT_MS,
    ...fields,
  });
  const tool = (name: string, changes = {}) =>
    summarizer({ name, provider: name, model: 'gpt-4o', prompt_template: '<{{content}}>', ...changes });
  const site = createTestSite({
    providers: {
      patient: provider({}),
      hasty: provider({ timeout_ms: HASTY_MS }),
      nobody: provider({ endpoint: nobody }),
      prediction: provider({ kind: 'replicate' }),
    },
    tools: [
      tool('patient'),
      tool('hasty'),
      tool('nobody'),
      tool('prediction', { method: 'predictions', model: 'a/b' }),
    ],
    // an open breaker would spare the sockets what this is about
    withoutBreakers: true,
  });

  const shared = new AbortController();
  // one for each call under way; one more would be a leak, and Node would warn of it
  setMaxListeners(AT_ONCE, shared.signal);
  const codes: Record<string, number> = {};

  const runOne = async ({ tool: slug, behaviour, ...plan }: Plan): Promise<void> => {
    const caller = new AbortController();
    const timer =
      plan.leavesAfter === undefined ? undefined : setTimeout(() => caller.abort(), plan.leavesAfter);
    const answer = await site.execute(
      slug,
      { content: behaviour },
      {
        // most callers share one signal, as all requests of a site that shuts down would
        signal: timer ? caller.signal : shared.signal,
        ...(plan.streamed && {
          onChunk: () => {
            if (plan.consumerBreaks) throw new Error('consumer broke');
          },
        }),
      },
    );
    clearTimeout(timer);
    const code = 'error' in answer ? answer.error.code : 'success';
    codes[code] = (codes[code] ?? 0) + 1;
  };

  let next = 0;
  const runUntil = async (end: number): Promise<void> => {
    const worker = async () => {
      while (next < end) {
        const plan = PLANS[next % PLANS.length];
        next += 1;
        if (plan) await runOne(plan);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    // the test site keeps its log rows, which are no leak of ours
    site.logs.length = 0;
    site.events.length = 0;
  };

  await runUntil(WARM_UP);
  const heapAfterWarmUp = heapAfterCollection();
  await runUntil(CALLS);
  const heapAtTheEnd = heapAfterCollection();

  // what is idle may be open until the site closes; the rest is held by nobody and has to be gone before
  await until(async () => {
    server.closeIdleConnections();
    return (await openConnections()) === 0 && countResources() === resourcesBefore.length;
  });
  const connectionsInUse = await openConnections();
  const resourcesAfter = process.getActiveResourcesInfo().sort();
  site.close();

  process.stdout.write(
    JSON.stringify({
      calls: next,
      warmUp: WARM_UP,
      codes,
      ...seen,
      heapAfterWarmUp,
      heapAtTheEnd,
      connectionsInUse,
      resourcesBefore,
      resourcesAfter,
      listeners: getEventListeners(shared.signal, 'abort').length,
      warnings,
    }),
  );
  server.close();
};

void main();
