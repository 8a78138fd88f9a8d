import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { callerLeft } from '../engine/deadline';
import type { KeptAnswer } from '../engine/kept-answer';
import { LEAD_ALONE } from '../engine/neighbours';
import type { Landing, Lead, Neighbours } from '../engine/neighbours';
import type { ResultKey } from '../engine/result-key';
import type { Ledger } from '../engine/run';
import { ToolError } from '../engine/tool-error';
import { answerSchema, readJson } from './answer-json';
import { readLanding, writeLanding } from './landing-json';
import type { SharedRedis } from './redis';
import { createRedisBreaker } from './redis-breaker';
import type { RedisChannels } from './redis-channels';

/*
 * Who makes a call holds a lock under the call's key, which names its flight. Others find the lock, say that they want
 * the flight, and wait for the word that it has landed. Lock and wish are renewed every second and end by themselves soon
 * after the process that renews them. A result is stored only by whoever still holds the lock, and clearing a tool takes
 * its locks first: so nothing that was under way then can be stored afterwards.
 */

/** How long lock and wish outlive their process. */
const LEASE_MS = 3000;
const RENEW_EVERY_MS = 1000;
/** How long an outcome that is no result waits to be fetched. */
const LANDED_MS = 30_000;
/** Failed looks in a row after which a run does not wait for another instance any more. */
const MAX_FAILED_LOOKS = 2;

const ASK = `
local kept = redis.pcall('GET', KEYS[1])
if type(kept) == 'string' then return {'kept', kept, redis.call('PTTL', KEYS[1])} end
local holder = redis.call('GET', KEYS[2])
if holder then
  redis.call('SET', ARGV[3] .. holder, 1, 'PX', ARGV[2])
  return {'follow', holder}
end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return {'lead'}`;

const RENEW = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`;

const GIVE_UP = `
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`;

const LAND = `
if redis.call('GET', KEYS[2]) == ARGV[1] then
  if tonumber(ARGV[3]) > 0 then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
  redis.call('DEL', KEYS[2])
end
if redis.call('EXISTS', KEYS[3]) == 1 then
  redis.call('SET', KEYS[4], ARGV[4], 'PX', ARGV[5])
  redis.call('PUBLISH', ARGV[6], ARGV[1])
end`;

const LOOK = `
local landed = redis.call('GET', KEYS[2])
if landed then return {'landed', landed} end
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {'gone'} end
redis.call('SET', KEYS[3], 1, 'PX', ARGV[2])
return {'flying'}`;

const asked = z.union([
  z.tuple([z.literal('kept'), z.string(), z.number()]),
  z.tuple([z.literal('follow'), z.string()]),
  z.tuple([z.literal('lead')]),
]);

const looked = z.union([
  z.tuple([z.literal('landed'), z.string()]),
  z.tuple([z.literal('gone')]),
  z.tuple([z.literal('flying')]),
]);

const keptSchema = z.object({ lifeMs: z.number(), answer: answerSchema });

interface Bell {
  ring(): void;
  /** Resolves when it rings, or has rung since the last time, or after so long. */
  rung(withinMs: number): Promise<void>;
}

const createBell = (): Bell => {
  let hasRung = false;
  let wake = () => {};
  return {
    ring: () => {
      hasRung = true;
      wake();
    },
    rung: async (withinMs) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
  };
};

/** The instances that share a Redis server. */
export const createRedisNeighbours = (redis: SharedRedis, channels: RedisChannels): Neighbours => {
  const { commands, prefix } = redis;
  const LANDINGS = 'landings';
  const trying = createRedisBreaker(redis);
  /** of the flights that are followed here, by token */
  const bells = new Map<string, Set<Bell>>();
  channels.listen(LANDINGS, (token) => bells.get(token)?.forEach((bell) => bell.ring()));

  const resultAt = ({ slug, digest }: ResultKey) => `${prefix}result:${slug}:${digest}`;
  const lockAt = ({ slug, digest }: ResultKey) => `${prefix}flight:${slug}:${digest}`;
  const wantedAt = (token: string) => `${prefix}wanted:${token}`;
  const landedAt = (token: string) => `${prefix}landed:${token}`;

  const run = (script: string, keys: string[], ...values: (string | number)[]): Promise<unknown> =>
    commands.eval(script, keys.length, ...keys, ...values);

  const createLead = (key: ResultKey, token: string): Lead => {
    const lock = lockAt(key);
    const renewing = setInterval(
      () => void run(RENEW, [lock], token, LEASE_MS).catch(() => null),
      RENEW_EVERY_MS,
    );
    renewing.unref();
    return {
      giveUp: async () => {
        const answer = await trying(() => run(GIVE_UP, [lock, wantedAt(token)], token));
        const wasGivenUp = answer !== 0;
        if (wasGivenUp) clearInterval(renewing);
        return wasGivenUp;
      },
      land: (landing, keepMs) => {
        clearInterval(renewing);
        const { outcome } = landing;
        const kept =
          outcome instanceof ToolError || keepMs === 0
            ? ''
            : JSON.stringify({ lifeMs: keepMs, answer: outcome });
        void trying(() =>
          run(
            LAND,
            [resultAt(key), lock, wantedAt(token), landedAt(token)],
            token,
            kept,
            keepMs,
            writeLanding(landing),
            LANDED_MS,
            `${prefix}${LANDINGS}`,
          ),
        );
      },
    };
  };

  /** Of all runs that fetch an outcome nobody has paid, one pays. */
  const claim = async (token: string, bill: Ledger | null): Promise<Ledger | null> => {
    if (!bill) return null;
    const won = await trying(() => commands.set(`${prefix}billed:${token}`, 1, 'PX', LANDED_MS, 'NX'));
    return won === null ? null : bill;
  };

  const look = async (key: ResultKey, token: string): Promise<Landing | 'gone' | 'flying'> => {
    const [word, json] = looked.parse(
      await run(LOOK, [lockAt(key), landedAt(token), wantedAt(token)], token, LEASE_MS),
    );
    if (word !== 'landed') return word;
    const landing = readLanding(json);
    return landing ? { ...landing, bill: await claim(token, landing.bill) } : 'gone';
  };

  /** What came of a flight elsewhere; `gone` when it ended without a word, `lost` when Redis does not answer. */
  const follow = async (
    key: ResultKey,
    token: string,
    signal: AbortSignal,
  ): Promise<Landing | 'gone' | 'lost'> => {
    const bell = createBell();
    const others = bells.get(token) ?? new Set();
    bells.set(token, others.add(bell));
    signal.addEventListener('abort', bell.ring);
    try {
      let failures = 0;
      while (!signal.aborted) {
        const seen = await look(key, token).catch(() => null);
        if (seen !== null && seen !== 'flying') return seen;
        failures = seen === null ? failures + 1 : 0;
        if (failures === MAX_FAILED_LOOKS) return 'lost';
        await bell.rung(RENEW_EVERY_MS);
      }
      throw callerLeft();
    } finally {
      signal.removeEventListener('abort', bell.ring);
      others.delete(bell);
      if (others.size === 0) bells.delete(token);
    }
  };

  const readKept = (json: string, remainingMs: number): KeptAnswer | null => {
    const kept = readJson(keptSchema, json);
    if (!kept || remainingMs <= 0) return null;
    return { answer: kept.answer, ageMs: Math.max(0, kept.lifeMs - remainingMs), remainingMs };
  };

  return {
    ask: async (key, signal) => {
      for (;;) {
        const token = randomUUID();
        const reply = await trying(async () =>
          asked.parse(await run(ASK, [resultAt(key), lockAt(key)], token, LEASE_MS, wantedAt(''))),
        );
        if (signal.aborted) {
          if (reply?.[0] === 'lead') void createLead(key, token).giveUp();
          throw callerLeft();
        }
        if (reply === null) return { lead: LEAD_ALONE };
        if (reply[0] === 'lead') return { lead: createLead(key, token) };
        if (reply[0] === 'kept') {
          const kept = readKept(reply[1], reply[2]);
          if (kept) return { kept };
          // written by another release, or by somebody else: as if it were not there
          if ((await trying(() => commands.unlink(resultAt(key)))) === null) return { lead: LEAD_ALONE };
          continue;
        }
        const landing = await follow(key, reply[1], signal);
        if (landing === 'lost') return { lead: LEAD_ALONE };
        if (landing !== 'gone') return { landing };
      }
    },
  };
};
