import { hashSync, verify } from '@node-rs/bcrypt';
import pLimit from 'p-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/*
 * A password check costs some 70 ms of CPU. It runs on the thread pool, where it stops no other request, and only
 * two at a time, since file system and DNS share those four threads.
 */
const inTurn = pLimit(2);
const MAX_WAITING = 32;

const WINDOW_SECONDS = 300;
const WRONG_PASSWORDS_PER_USER = 10;
const WRONG_PASSWORDS_PER_ADDRESS = 30;

// the same work for a user that does not exist, so that the time taken does not tell
const NOBODYS_HASH = hashSync('no password has this hash', 10);

export type PasswordVerdict = { matches: boolean } | { retryAfterSeconds: number };

/** Checks passwords, slowed per user name and per address once too many were wrong. */
export const createPasswordCheck = () => {
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

  /** `hash` is null for a user that does not exist. */
  return async (attempt: {
    username: string;
    password: string;
    address: string;
    hash: string | null;
  }): Promise<PasswordVerdict> => {
    const { username, password, address, hash } = attempt;
    if (inTurn.pendingCount >= MAX_WAITING) return { retryAfterSeconds: 1 };
    return inTurn(async () => {
      const wait = await secondsToWait(username, address);
      if (wait > 0) return { retryAfterSeconds: wait };
      const isSame = await verify(password, hash ?? NOBODYS_HASH);
      const matches = isSame && hash !== null;
      if (!matches) await countWrong(username, address);
      return { matches };
    });
  };
};
