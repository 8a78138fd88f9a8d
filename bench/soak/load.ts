import { setTimeout as pause } from 'node:timers/promises';
import { toNonce } from './echo';
import { KINDS } from './outcome';
import type { Caller, Credentials, Kind, LoadMessage, LoadOrder, Outcome } from './outcome';
import { below, createRandom } from './random';
import type { Random } from './random';
import { askSite } from './request';

/*
 * The load, as a process of its own. It asks for a mixture of everything, and tells what became of each request; when
 * the time is up it asks no more and waits for what is on its way.
 */

/** As many as a site's clients would hold open; what would be more is not asked, and counted. */
const MOST_UNDER_WAY = 500;
const TELL_EVERY_MS = 500;

/** Out of a hundred and one requests, so many of each kind. */
const MIXTURE: Partial<Record<Kind, number>> = {
  plain: 21,
  streamed: 12,
  cached: 24,
  'cached, streamed': 5,
  counted: 8,
  limited: 8,
  budgeted: 8,
  'with a fallback': 8,
  'left early': 3,
  'faulty input': 2,
  'unknown tool': 1,
  'wrong token': 1,
};

const KINDS_IN_MIXTURE = KINDS.flatMap((kind) => Array<Kind>(MIXTURE[kind] ?? 0).fill(kind));

const CALLERS_IN_MIXTURE = [
  ...['basic', 'basic', 'basic', 'basic', 'jwt', 'jwt', 'token', 'token'],
  ...['token by basic', 'public'],
] as const satisfies Caller[];

const SLUGS: Record<Kind, string> = {
  plain: 'plain',
  streamed: 'plain',
  cached: 'cached',
  'cached, streamed': 'cached',
  counted: 'counted',
  limited: 'limited',
  budgeted: 'budgeted',
  'with a fallback': 'guarded',
  'left early': 'plain',
  'faulty input': 'plain',
  'unknown tool': 'no-such-tool',
  'wrong token': 'plain',
  'in process': 'plain',
};

const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

const authorize = (
  caller: Caller,
  { username, password, apiToken, jwt }: Credentials,
): Record<string, string> => {
  switch (caller) {
    case 'basic':
      return { authorization: basic(username, password) };
    case 'jwt':
      return { authorization: `Bearer ${jwt}` };
    case 'token':
      return { authorization: `Bearer ${apiToken}` };
    case 'token by basic':
      return { authorization: basic('api-token', apiToken) };
    case 'public':
    case 'site':
      return {};
  }
};

/** Most of what is asked of a cache is asked often, and the rest only once in a while. */
const cachedNonce = (random: Random): string =>
  random() < 0.8 ? toNonce('k', below(random, 40)) : toNonce('k', 1000 + below(random, 20_000));

const createQuestion = (order: LoadOrder, random: Random, ticket: number) => {
  const kind = KINDS_IN_MIXTURE[below(random, KINDS_IN_MIXTURE.length)] ?? 'plain';
  const caller = CALLERS_IN_MIXTURE[below(random, CALLERS_IN_MIXTURE.length)] ?? 'public';
  const nonce = kind.startsWith('cached') ? cachedNonce(random) : toNonce('n', ticket);
  const isWrong = kind === 'wrong token';
  const leavesEarly = kind === 'left early';
  const question = {
    port: order.port,
    path: `/api/ai-tools/v1/execute/${SLUGS[kind]}`,
    headers: isWrong ? { authorization: 'Bearer wrong' } : authorize(caller, order.credentials),
    nonce,
    body: JSON.stringify(kind === 'faulty input' ? { nonce: 1, ticket } : { nonce, ticket }),
    isStream: kind.endsWith('streamed') || (leavesEarly && random() < 0.5),
    leavesAfter: leavesEarly ? below(random, 60) : null,
  };
  return { kind, caller, nonce, question };
};

let told: Outcome[] = [];
const send = (message: LoadMessage): void => void process.send?.(message);
const tell = (): void => {
  if (told.length > 0) send({ what: 'outcomes', outcomes: told });
  told = [];
};

const createAsker = (order: LoadOrder) => {
  const random = createRandom(order.seed);
  let ticket = order.firstTicket;
  return async (): Promise<void> => {
    const mine = ticket++;
    const { kind, caller, nonce, question } = createQuestion(order, random, mine);
    const startedAt = Date.now();
    const reply = await askSite(question);
    told.push({ ticket: mine, kind, caller, nonce, startedAt, endedAt: Date.now(), ...reply });
  };
};

/** Each asks again as soon as it has its answer. */
const askInTurn = async (ask: () => Promise<void>, atOnce: number, endsAt: number): Promise<number> => {
  const keepAsking = async (): Promise<void> => {
    while (performance.now() < endsAt) await ask();
  };
  await Promise.all(Array.from({ length: atOnce }, keepAsking));
  return 0;
};

/** By the clock, at random distances, as callers who know nothing of each other. */
const askByClock = async (
  ask: () => Promise<void>,
  perSecond: number,
  endsAt: number,
  random: Random,
): Promise<number> => {
  const underWay = new Set<Promise<void>>();
  let heldBack = 0;
  for (let nextAt = performance.now(); nextAt < endsAt;) {
    while (nextAt <= performance.now()) {
      nextAt += (-Math.log(1 - random()) / perSecond) * 1000;
      if (underWay.size >= MOST_UNDER_WAY) {
        heldBack += 1;
        continue;
      }
      const asking: Promise<void> = ask().finally(() => underWay.delete(asking));
      underWay.add(asking);
    }
    await pause(Math.max(1, nextAt - performance.now()));
  }
  await Promise.all(underWay);
  return heldBack;
};

const runLoad = async (order: LoadOrder): Promise<void> => {
  const telling = setInterval(tell, TELL_EVERY_MS);
  const startedAt = performance.now();
  const endsAt = startedAt + order.seconds * 1000;
  const ask = createAsker(order);
  const { pace } = order;
  const heldBack =
    'atOnce' in pace
      ? await askInTurn(ask, pace.atOnce, endsAt)
      : await askByClock(ask, pace.perSecond, endsAt, createRandom(order.seed + 1));
  clearInterval(telling);
  tell();
  send({ what: 'done', seconds: (performance.now() - startedAt) / 1000, heldBack });
};

process.on('message', (order: LoadOrder) => void runLoad(order));
process.once('disconnect', () => process.exit());
