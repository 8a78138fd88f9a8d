import { availableParallelism } from 'node:os';
import { verify } from '@node-rs/bcrypt';
import pLimit from 'p-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../engine/network-of';

/*
 * A password check costs some 70 ms of CPU. It runs on the thread pool, where it stops no other request, and only
 * two at a time, since file system and DNS share those four threads; and never on all cores, since somebody who
 * guesses from many addresses keeps these checks going without end.
 */
const inTurn = pLimit(availableParallelism() > 2 ? 2 : 1);
const MAX_WAITING = 32;

const WINDOW_SECONDS = 300;
const WRONG_PASSWORDS_PER_USER = 10;
const WRONG_PASSWORDS_PER_ADDRESS = 30;

const BCRYPT_HASH = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/;

/** The same work for a user that does not exist, so that the time taken does not tell. */
const nobodysHash = (rounds: number): string =>
  `$2b$${String(rounds).padStart(2, '0')}$EpftqVFu3/fZU7JfU5TCx.kIDTwHGyHhaCymPq5dx3MfOCq7MCcfa`;

export type PasswordVerdict = { matches: boolean } | { retryAfterSeconds: number };

/**
 * Checks passwords, slowed per user name and per address once too many were wrong. `rounds` is what the site makes
 * its own hashes with, as a power of two.
 */
export const createPasswordCheck = ({ rounds }: { rounds: number }) => {
  const nobodys = nobodysHash(rounds);
  const perUser = new RateLimiterMemory({ points: WRONG_PASSWORDS_PER_USER, duration: WINDOW_SECONDS });
  const perAddress = new RateLimiterMemory({ points: WRONG_PASSWORDS_PER_ADDRESS, duration: WINDOW_SECONDS });

  // counted by user and address together: otherwise anybody could lock anybody out
  const userKey = (username: string, address: string) => `${address} ${username.toLowerCase()}`;

  const secondsToWait = async (username: string, address: string): Promise<number> => {
    const [user, source] = await Promise.all([
      perUser.get(userKey(username, address)),
      perAddress.get(address),
    ]);
    const waits = [user, source].map((state) =>
      state && state.remainingPoints <= 0 ? state.msBeforeNext : 0,
    );
    return Math.ceil(Math.max(...waits) / 1000);
  };

  const countWrong = async (username: string, address: string): Promise<void> => {
    const outcomes = await Promise.allSettled([
      perUser.consume(userKey(username, address)),
      perAddress.consume(address),
    ]);
    for (const outcome of outcomes) {
      // over the limit is what is being counted; anything else is a fault
      if (outcome.status === 'rejected' && !(outcome.reason instanceof RateLimiterRes)) throw outcome.reason;
    }
  };

  /** `hash` is null for a user that does not exist, or may not enter. */
  return async (attempt: {
    username: string;
    password: string;
    address: string;
    hash: string | null;
  }): Promise<PasswordVerdict> => {
    const { username, password } = attempt;
    const address = networkOf(attempt.address);
    // one of another kind, such as an import may bring, would be answered at once
    const hash = attempt.hash !== null && BCRYPT_HASH.test(attempt.hash) ? attempt.hash : null;
    if (inTurn.pendingCount >= MAX_WAITING) return { retryAfterSeconds: 1 };
    return inTurn(async () => {
      const wait = await secondsToWait(username, address);
      if (wait > 0) return { retryAfterSeconds: wait };
      const isSame = await verify(password, hash ?? nobodys);
      const matches = isSame && hash !== null;
      if (!matches) await countWrong(username, address);
      return { matches };
    });
  };
};
