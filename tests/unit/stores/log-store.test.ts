import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogStore } from '../../../server/src/stores/log-store';
import type { LogStoreOptions } from '../../../server/src/stores/log-store';
import { createFakeTable, databaseError, entry } from '../../support/log-entries';

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(tmpdir(), 'ai-tools-store-'));
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const open = (options: Partial<LogStoreOptions> = {}) => {
  const table = createFakeTable();
  const warnings: string[] = [];
  const store = createLogStore({
    durability: 'journal',
    folder: path.join(home, 'journal'),
    table: () => table,
    warn: (message) => warnings.push(message),
    ...options,
  });
  return { store, table, warnings };
};

test('with the journal, an answer does not wait for the database', async () => {
  const { store, table } = open();
  await store.add(entry('a'), true);
  expect(table.rows.size).toBe(0);
  expect(store.status()).toMatchObject({ durability: 'journal', waiting: { rows: 1 }, writtenRows: 0 });
  expect(await store.flush()).toBe(true);
  expect(table.rows.size).toBe(1);
  expect(store.status()).toMatchObject({ waiting: { rows: 0, bytes: 0 }, writtenRows: 1, lostRows: 0 });
  await store.close();
});

test('with the database, an answer waits for the row it shares an insertion with others for', async () => {
  const { store, table } = open({ durability: 'database' });
  await Promise.all(Array.from({ length: 10 }, (_, index) => store.add(entry(String(index)), true)));
  expect(table.rows.size).toBe(10);
  expect(table.slices).toEqual([10]);
  expect(fs.existsSync(path.join(home, 'journal'))).toBe(false);
  await store.close();
});

test('a run in a transaction, which may hold the only connection, does not wait', async () => {
  const { store, table } = open({ durability: 'database' });
  table.failWith(() => databaseError('SQLITE_BUSY'));
  // there is nothing to be waited for as long as the database refuses
  await store.add(entry('a'), false);
  expect(table.rows.size).toBe(0);
  table.failWith(null);
  await store.close();
  expect(table.rows.size).toBe(1);
});

test('on a disk that cannot be used, answers wait for the database, with one warning', async () => {
  fs.writeFileSync(path.join(home, 'journal'), 'a file where the folder should be');
  const { store, table, warnings } = open();
  for (const id of ['a', 'b', 'c']) await store.add(entry(id), true);
  expect([...table.rows.keys()]).toEqual(['a', 'b', 'c']);
  expect(warnings).toEqual([
    'the log journal cannot be used (EEXIST): each answer waits for the database instead; its folder, logs.journal_folder, has to be one that can be written',
  ]);
  await store.close();
});

test('closing writes what waits', async () => {
  const { store, table } = open();
  await Promise.all(Array.from({ length: 500 }, (_, index) => store.add(entry(String(index)), true)));
  await store.close();
  expect(table.rows.size).toBe(500);
  expect(fs.readdirSync(path.join(home, 'journal'))).toEqual([]);
});

test('what the database does not take before the end is there for the next start', async () => {
  const first = open();
  first.table.failWith(() => databaseError('ECONNREFUSED'));
  await first.store.add(entry('a'), true);
  await first.store.close(200);
  // the host still answers what it has begun to answer
  await first.store.add(entry('b'), true);
  expect(first.warnings).toHaveLength(1);

  const second = open();
  second.store.start();
  while (second.store.status().writtenRows === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect([...second.table.rows.keys()]).toEqual(['a']);
  await second.store.close();
});

test('without a journal, what is lost at the end is counted and told', async () => {
  const { store, table, warnings } = open({ durability: 'database' });
  table.failWith(() => databaseError('ECONNREFUSED'));
  await store.add(entry('a'), false);
  await store.close(200);
  expect(store.status().lostRows).toBe(1);
  expect(warnings.at(-1)).toMatch(/1 log row is lost: the site was closed/);
});
