import { deleteExpired } from '../../../server/src/stores/log-retention';
import type { ExpiredRows } from '../../../server/src/stores/log-retention';

/** A table on a clock of its own, in which each row takes so many milliseconds to delete. */
const createTable = (rows: number, msPerRow: (deleted: number) => number) => {
  let clock = 0;
  let left = rows;
  const deletions: { rows: number; ms: number }[] = [];
  const pauses: number[] = [];
  const ending = new AbortController();
  const access: ExpiredRows = {
    deleteSome: async (most) => {
      const count = Math.min(most, left);
      if (count === 0) return 0;
      const ms = count * msPerRow(rows - left);
      clock += ms;
      left -= count;
      deletions.push({ rows: count, ms });
      return count;
    },
    warn: () => {},
    signal: ending.signal,
    now: () => clock,
    wait: async (ms) => {
      pauses.push(ms);
      clock += ms;
    },
  };
  return { access, deletions, pauses, ending };
};

test('a fast database gets larger batches, and the site has it for most of the time', async () => {
  const { access, deletions, pauses } = createTable(20_000, () => 0.01);
  expect(await deleteExpired(access)).toBe(20_000);
  expect(deletions.length).toBeLessThan(60);
  const [working, pausing] = [deletions.map(({ ms }) => ms), pauses].map((all) =>
    all.reduce((sum, ms) => sum + ms, 0),
  );
  expect(Number(pausing)).toBeGreaterThanOrEqual(4 * Number(working));
});

test('a database that becomes slow gets batches small enough to take less than 50 ms, down to single rows', async () => {
  const { access, deletions } = createTable(3000, (deleted) => (deleted < 1000 ? 0.02 : 20));
  expect(await deleteExpired(access)).toBe(3000);
  const afterwards = deletions.slice(deletions.findIndex(({ ms }) => ms > 1000) + 2);
  expect(afterwards.length).toBeGreaterThan(1000);
  expect(Math.max(...afterwards.map(({ ms }) => ms))).toBeLessThan(50);
});

test('a deletion that fails is tried again, and after some tries left for another night, with a warning', async () => {
  const warnings: string[] = [];
  let tries = 0;
  const answers = [new Error('deadlock'), 50, new Error('locked'), 10, 0];
  const wait = async () => {};
  const { signal } = new AbortController();
  const recovering: ExpiredRows = {
    deleteSome: async () => {
      const answer = answers.shift();
      if (typeof answer === 'number') return answer;
      throw answer;
    },
    warn: (message) => warnings.push(message),
    signal,
    wait,
  };
  expect(await deleteExpired(recovering)).toBe(60);
  expect(warnings).toEqual([]);

  const broken: ExpiredRows = {
    ...recovering,
    deleteSome: async () => {
      tries += 1;
      throw new Error('secret words of the database');
    },
  };
  expect(await deleteExpired(broken)).toBe(0);
  expect(tries).toBeLessThan(10);
  expect(warnings).toEqual([expect.stringMatching(/^old log rows stay(?!.*secret)/)]);
});

test('a site that is closing does not wait for the rest', async () => {
  const { access, deletions, ending } = createTable(20_000, () => 1);
  const wait: ExpiredRows['wait'] = async () => ending.abort();
  expect(await deleteExpired({ ...access, wait })).toBe(deletions[0]?.rows);
  expect(deletions).toHaveLength(1);
});
