import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { BenchSite } from './bench-site';
import { ask, unpin } from './child';
import type { Meter } from './measure';
import { median, quantile } from './median';
import type { Options } from './options';
import { anotherRoute, pluginPath } from './targets';

/* What somebody who guesses passwords keeps others from, and can find out. */

const WRONG_AT_ONCE = 16;
const CLIENTS = 4;
/** What the site allows an address for one user. */
const GUESSES_PER_ADDRESS = 10;
/** Ten checks each, which take seconds; a site that slows nobody must not be waited for. */
const SLOWED_WITHIN_MS = 120_000;
/** Of users that exist, and of others. */
const TIMED_GUESSES = 40;

interface Guessers {
  /** of another route, in milliseconds: a round each */
  p50: number[];
  statuses: Record<string, number>;
}

export interface PasswordsResult {
  /** the longest time in which nothing else could run, in milliseconds: during the checks, and before, with no load */
  longestDelay: number;
  quietDelay: number;
  statuses: string;
  quietP50: number[];
  /** four clients, each with an address that it keeps */
  faithful: Guessers;
  /** four clients, each with another address whenever the one it has is slowed */
  roaming: Guessers;
  /** how long a wrong password took, in milliseconds: for a user, and for a name that nobody has */
  known: number[];
  unknown: number[];
}

interface Guess {
  username: string;
  password: string;
  address: string;
}

const delay = z.object({ milliseconds: z.number() });

let addresses = 0;
/** One that nobody has guessed from yet. */
const newAddress = (): string => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

const signIn = async (site: BenchSite, { username, password, address }: Guess): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${site.port}${pluginPath('instant')}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    body: '{}',
  });
  await response.text();
  return response.status;
};

const watchDelays = async (site: BenchSite) => {
  const watch = async (work: () => Promise<unknown>) => {
    await ask(site.child, { question: 'watchEventLoop' }, z.object({}));
    await work();
    return (await ask(site.child, { question: 'longestDelay' }, delay)).milliseconds;
  };
  const statuses = new Set<number>();
  const guess = async (index: number) => {
    const strangers = { username: `stranger-${index}`, password: 'wrong', address: newAddress() };
    statuses.add(await signIn(site, strangers));
  };
  await pause(500);
  const quietDelay = await watch(() => pause(1000));
  const longestDelay = await watch(() =>
    Promise.all(Array.from({ length: WRONG_AT_ONCE }, (_, i) => guess(i))),
  );
  return { longestDelay, quietDelay, statuses: [...statuses].join(', ') };
};

/** Has clients guess, each again at every answer, for as long as `work` takes. */
const whileGuessing = async (
  site: BenchSite,
  isRoaming: boolean,
  { statuses }: Guessers,
  work: () => Promise<number>,
): Promise<number> => {
  let isOver = false;
  const slowed = new Set<string>();
  const client = async (username: string) => {
    let address = newAddress();
    for (let count = 0; !isOver; count += 1) {
      if (isRoaming && count % GUESSES_PER_ADDRESS === 0) address = newAddress();
      const status = await signIn(site, { username, password: `guess ${count}`, address });
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 429) slowed.add(username);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(`guessed-${index}`)));
  // what one of them fails of is told when all have ended
  clients.catch(() => {});
  try {
    const deadline = Date.now() + SLOWED_WITHIN_MS;
    while (!isRoaming && slowed.size < CLIENTS) {
      if (Date.now() > deadline) throw new Error(`Only ${slowed.size} of ${CLIENTS} clients were slowed.`);
      await pause(100);
    }
    return await work();
  } finally {
    isOver = true;
    await clients;
  }
};

const compareRoutes = async (site: BenchSite, meter: Meter, { rounds, seconds }: Options) => {
  const measure = async () =>
    (await meter.measure('another route', anotherRoute(site), { concurrency: 1, seconds })).p50;
  const quietP50: number[] = [];
  const faithful: Guessers = { p50: [], statuses: {} };
  const roaming: Guessers = { p50: [], statuses: {} };
  await measure();
  for (let round = 0; round < rounds; round += 1) {
    quietP50.push(await measure());
    faithful.p50.push(await whileGuessing(site, false, faithful, measure));
    roaming.p50.push(await whileGuessing(site, true, roaming, measure));
  }
  return { quietP50, faithful, roaming };
};

/** In turn, so that what the machine does meanwhile meets both. */
const timeGuesses = async (site: BenchSite) => {
  const known: number[] = [];
  const unknown: number[] = [];
  const time = async (username: string, taken: number[]) => {
    const guess = { username, password: `wrong ${taken.length}`, address: newAddress() };
    const startedAt = performance.now();
    await signIn(site, guess);
    taken.push(performance.now() - startedAt);
  };
  for (let count = 0; count < TIMED_GUESSES; count += 1) {
    await time(site.username, known);
    await time(`nobody-${count}`, unknown);
  }
  return { known, unknown };
};

/** On all cores, since the checks run beside the event loop. */
export const runPasswords = async (
  site: BenchSite,
  meter: Meter,
  options: Options,
): Promise<PasswordsResult> => {
  unpin(site.child);
  return {
    ...(await timeGuesses(site)),
    ...(await compareRoutes(site, meter, options)),
    ...(await watchDelays(site)),
  };
};

const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
const spread = (values: readonly number[]): number => quantile(values, 0.75) - quantile(values, 0.25);
const counted = ({ statuses }: Guessers): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

/** What a run has to reach, what was seen, and whether it will do. */
export const judgePasswords = (result: PasswordsResult) => {
  const { known, unknown, quietP50, faithful, roaming } = result;
  const difference = median(known) - median(unknown);
  const noise = Math.max(spread(known), spread(unknown));
  const compare = (whose: string, guessers: Guessers) => {
    const [slowed, quiet] = [median(guessers.p50), median(quietP50)];
    return {
      goal: `four clients with wrong passwords, ${whose}: p50 of another route ≤ 2 × without them`,
      seen: `${(slowed / quiet).toFixed(2)} (${slowed.toFixed(2)} ms, ${quiet.toFixed(2)} ms without; answered ${counted(guessers)})`,
      isReached: slowed <= 2 * quiet,
    };
  };
  return [
    {
      goal: 'a wrong password of a user and of nobody: medians no further apart than their middle halves are wide',
      seen: `${milliseconds(Math.abs(difference))} (${milliseconds(median(known))}, ${milliseconds(median(unknown))}; middle half ${milliseconds(noise)}; ${known.length} each)`,
      isReached: Math.abs(difference) <= noise,
    },
    compare('each from one address', faithful),
    compare('from ever new addresses', roaming),
  ];
};
