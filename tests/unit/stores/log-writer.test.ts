import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogMemory } from '../../../server/src/stores/log-memory';
import { createLogWriter } from '../../../server/src/stores/log-writer';
import { createFakeTable, createTestReports, databaseError, entry } from '../../support/log-entries';

/** A queue that nobody waits for, as the journal is. */
const setUp = ({ isWaitedFor = false, maxBytes = 1_000_000 } = {}) => {
  const { reports, warnings } = createTestReports();
  const table = createFakeTable();
  const queue = Object.assign(createLogMemory({ maxBytes, reports }), { isWaitedFor });
  const writer = createLogWriter({ queues: [queue], table: () => table, reports });
  const add = (...ids: string[]): Promise<void>[] =>
    ids.map((id) => {
      const isStored = queue.add(entry(id), 1000);
      writer.wake();
      return isStored;
    });
  return { reports, warnings, table, queue, writer, add, rows: () => [...table.rows.keys()] };
};

const ids = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => `${from + index}`);

test('rows go in on a clock, in slices of about twenty', async () => {
  const { writer, table, add, rows } = setUp();
  void add(...ids(100));
  expect(rows()).toEqual([]);
  while (rows().length < 100) await pause(1);
  expect(table.slices[0]).toBe(20);
  expect(Math.max(...table.slices)).toBeLessThan(60);
  writer.stop();
});

test('rows that answers wait for share an insertion in the next turn', async () => {
  const { table, add } = setUp({ isWaitedFor: true });
  await Promise.all(add(...ids(10)));
  expect(table.slices).toEqual([10]);
});

test('while the database fails, rows wait and answers go out; then all are written', async () => {
  const { writer, table, add, rows, warnings, reports, queue } = setUp({ isWaitedFor: true });
  table.failWith(() => databaseError('SQLITE_BUSY'));
  await Promise.all(add(...ids(50)));
  expect(rows()).toEqual([]);
  expect(queue.waiting().rows).toBe(50);
  expect(writer.failure()).toBe('the database is out');
  table.failWith(null);
  expect(await writer.drain(3000)).toBe(true);
  expect(rows()).toEqual(ids(50));
  expect(warnings).toHaveLength(1);
  expect(reports.lostRows()).toBe(0);
  expect(writer.failure()).toBe(null);
});

test('a failing database is not asked for each row', async () => {
  const { writer, table, add } = setUp();
  const attempts = jest.fn(() => databaseError('ECONNREFUSED'));
  table.failWith(attempts);
  void add(...ids(200));
  await pause(500);
  expect(attempts.mock.calls.length).toBeLessThan(12);
  writer.stop();
});

test('a row that the database names as faulty is dropped, counted and told without its values', async () => {
  const { writer, table, add, rows, warnings, reports } = setUp();
  table.failWith((entries) =>
    entries.some(({ request_id }) => request_id === '7') ? databaseError('22001', 'the secret value') : null,
  );
  void add(...ids(40));
  expect(await writer.drain(3000)).toBe(true);
  expect(rows().sort()).toEqual(
    ids(40)
      .filter((id) => id !== '7')
      .sort(),
  );
  expect(reports.lostRows()).toBe(1);
  expect(warnings.join()).toContain('the database refuses them (22001)');
  expect(warnings.join()).not.toContain('secret');
});

test('a row that fails for unknown reasons is dropped when others are taken, again and again', async () => {
  const { writer, table, add, rows, reports } = setUp();
  table.failWith((entries) =>
    entries.some(({ request_id }) => request_id === '0') ? databaseError('XX000') : null,
  );
  void add(...ids(40));
  expect(await writer.drain(5000)).toBe(true);
  expect(rows()).toHaveLength(39);
  expect(reports.lostRows()).toBe(1);
});

test('a database that fails in the middle of the search costs no row', async () => {
  const { writer, table, add, rows, reports } = setUp();
  let calls = 0;
  table.failWith(() => {
    calls += 1;
    // the first fails, a single one is taken, and then nothing is for a while
    return calls === 2 || calls > 60 ? null : databaseError('ECONNRESET');
  });
  void add(...ids(20));
  expect(await writer.drain(10_000)).toBe(true);
  expect(rows()).toHaveLength(20);
  expect(reports.lostRows()).toBe(0);
});

test('more than memory may hold: the oldest make way, are counted, and hold up no answer', async () => {
  const { table, add, queue, reports, warnings, writer } = setUp({ maxBytes: 2000, isWaitedFor: true });
  table.failWith(() => databaseError('ECONNREFUSED'));
  const stored = add(...ids(100));
  expect(queue.waiting().bytes).toBeLessThanOrEqual(2000);
  expect(reports.lostRows()).toBe(100 - queue.waiting().rows);
  await stored[0];
  expect(warnings[0]).toMatch(/lost/);
  writer.stop();
});

test('the writer runs outside of whatever its waker runs in', async () => {
  const context = new AsyncLocalStorage<string>();
  const { table, writer, add } = setUp();
  const seen: unknown[] = [];
  table.failWith(() => {
    seen.push(context.getStore());
    return null;
  });
  context.run('a transaction of the host', () => void add(...ids(30)));
  await writer.drain(1000);
  expect(new Set(seen)).toEqual(new Set([undefined]));
});
