import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HEARTBEAT_MS, SILENCE_MS } from '../../../server/src/stores/journal-lock';
import type { JournalFiles } from '../../../server/src/stores/journal-lock';
import { createLogJournal } from '../../../server/src/stores/log-journal';
import type { LogJournal, LogJournalOptions } from '../../../server/src/stores/log-journal';
import { createTestReports, entry } from '../../support/log-entries';

let folder: string;
let opened: LogJournal[] = [];
beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(tmpdir(), 'ai-tools-journal-')), 'journal');
});
afterEach(() => {
  opened.forEach((journal) => journal.close());
  opened = [];
  fs.rmSync(path.dirname(folder), { recursive: true, force: true });
});

const open = (options: Partial<LogJournalOptions> = {}) => {
  const { reports, warnings } = createTestReports();
  const journal = createLogJournal({ folder, reports, onRows: () => {}, ...options });
  opened.push(journal);
  return { journal, reports, warnings };
};

const EVERYTHING = { rows: 1000, bytes: 1024 * 1024 };

/** The ids of all rows that wait, which are then done. */
const drain = (journal: LogJournal, limit = EVERYTHING): string[] => {
  const ids: string[] = [];
  for (let slice = journal.take(limit); slice; slice = journal.take(limit)) {
    ids.push(...slice.entries.map(({ request_id }) => request_id));
    slice.done();
  }
  return ids;
};

const append = async (journal: LogJournal, ...ids: string[]): Promise<void> => {
  await Promise.all(ids.map((id) => journal.append(entry(id))));
};

const filesOf = (kind: string): string[] =>
  fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith(kind)) : [];
const onlyFile = (kind: string): string => path.join(folder, filesOf(kind)[0] ?? 'none');

/** As a process that died would have left it: no lock of a living process, and rows that wait. */
const leaveBehind = async (...ids: string[]): Promise<void> => {
  const { journal } = open();
  await append(journal, ...ids);
  journal.close();
};

test('rows come out in the order in which they went in, and then the journal is empty', async () => {
  const { journal } = open();
  await append(journal, 'a', 'b');
  await append(journal, 'c');
  expect(journal.waiting().rows).toBe(3);
  expect(drain(journal, { rows: 2, bytes: 1 })).toEqual(['a', 'b', 'c']);
  expect(journal.waiting()).toEqual({ rows: 0, bytes: 0 });
  expect(fs.statSync(onlyFile('.jsonl')).size).toBe(0);
  journal.close();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('all rows of a turn are one write', async () => {
  const writeSync = jest.fn((...args: [number, Uint8Array, number]) => fs.writeSync(...args));
  const { journal } = open({ files: { ...fs, writeSync } as unknown as JournalFiles });
  await append(journal, ...Array.from({ length: 100 }, (_, index) => `${index}`));
  expect(writeSync).toHaveBeenCalledTimes(1);
});

test('only the site’s own user can read it', async () => {
  const { journal } = open();
  await append(journal, 'a');
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of fs.readdirSync(folder)) {
    expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  }
});

test('what is put back comes first again', async () => {
  const { journal, reports } = open();
  await append(journal, 'a', 'b', 'c');
  journal.take({ rows: 2, bytes: 1 })?.putBack();
  expect(drain(journal)).toEqual(['a', 'b', 'c']);
  expect(reports.lostRows()).toBe(0);
});

test('a row larger than what is read at once comes out whole', async () => {
  const { journal } = open();
  const large = 'x'.repeat(300_000);
  await Promise.all([journal.append(entry('a', { output: large })), journal.append(entry('b'))]);
  expect(journal.take({ rows: 1, bytes: 1 })?.entries[0]?.output).toBe(large);
});

test('the next instance takes over what was left, in its order', async () => {
  await leaveBehind('a', 'b');
  // their names tell their age to the millisecond
  await pause(2);
  await leaveBehind('c');
  const { journal, warnings } = open();
  await append(journal, 'd');
  await journal.adopt();
  expect(drain(journal)).toEqual(['a', 'b', 'c', 'd']);
  expect(warnings).toEqual([]);
  journal.close();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('a torn last line is skipped, with a warning, and is no loss: nobody was told that it was kept', async () => {
  await leaveBehind('a', 'b');
  fs.appendFileSync(onlyFile('.jsonl'), '{"request_id":"c","docu');
  const { journal, warnings, reports } = open();
  await journal.adopt();
  expect(drain(journal)).toEqual(['a', 'b']);
  expect(warnings).toEqual([expect.stringContaining('torn')]);
  expect(reports.lostRows()).toBe(0);
});

test('a damaged line costs that line, and is counted', async () => {
  await leaveBehind('a', 'b', 'c');
  const file = onlyFile('.jsonl');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  lines[1] = '\0'.repeat(30);
  fs.writeFileSync(file, lines.join('\n'));
  const { journal, warnings, reports } = open();
  await journal.adopt();
  expect(drain(journal)).toEqual(['a', 'c']);
  expect(reports.lostRows()).toBe(1);
  expect(warnings).toEqual([expect.stringContaining('1 log row is lost')]);
});

test('two living instances share a folder, and leave each other alone', async () => {
  const [{ journal: one }, { journal: other }] = [open(), open()];
  await append(one, 'a');
  await append(other, 'b');
  await one.adopt();
  await other.adopt();
  expect(drain(one)).toEqual(['a']);
  expect(drain(other)).toEqual(['b']);
});

test('two instances that find the same dead one take each of its rows once', async () => {
  for (const id of ['a', 'b', 'c', 'd']) await leaveBehind(id);
  const [{ journal: one }, { journal: other }] = [open(), open()];
  await Promise.all([one.adopt(), other.adopt()]);
  expect([...drain(one), ...drain(other)].sort()).toEqual(['a', 'b', 'c', 'd']);
});

describe('whose process is gone', () => {
  /** Says of the one lock in the folder that it is another process's. */
  const rewriteOwner = (changes: object): void => {
    const lock = onlyFile('.lock');
    fs.writeFileSync(lock, JSON.stringify({ ...JSON.parse(fs.readFileSync(lock, 'utf8')), ...changes }));
  };

  test.each([
    ['its number is nobody’s', { pid: 2 ** 22 + 1 }],
    ['its number is another process’s now', { startedAt: '1' }],
  ])('%s: taken over at once', async (_case, changes) => {
    const { journal: dead } = open();
    await append(dead, 'a');
    rewriteOwner(changes);
    const { journal } = open();
    await journal.adopt();
    expect(drain(journal)).toEqual(['a']);
  });

  test('it was on another machine: taken over when its lock has not changed for a minute', async () => {
    const { journal: far } = open();
    await append(far, 'a');
    rewriteOwner({ machine: 'another' });
    let now = Date.now();
    const { journal } = open({ now: () => now });
    const beats = SILENCE_MS / HEARTBEAT_MS;
    for (let beat = 1; beat <= beats; beat += 1) {
      await journal.adopt();
      expect(journal.waiting().rows).toBe(0);
      now += HEARTBEAT_MS;
      fs.utimesSync(onlyFile('.lock'), beat, beat);
    }
    await journal.adopt();
    now += SILENCE_MS;
    await journal.adopt();
    expect(drain(journal)).toEqual(['a']);
  });

  test('it only stood still: it notices, and writes on under another name', async () => {
    let now = Date.now();
    const { journal: sleeper } = open({ now: () => now });
    await append(sleeper, 'a');
    rewriteOwner({ startedAt: '1' });
    const { journal: heir } = open();
    await heir.adopt();
    now += SILENCE_MS;
    await append(sleeper, 'b');
    expect(drain(heir)).toEqual(['a']);
    // it may write again what the other one has: the database takes it once
    expect(new Set(drain(sleeper))).toEqual(new Set(['a', 'b']));
    await append(sleeper, 'c');
    await heir.adopt();
    expect(drain(heir)).toEqual([]);
    expect(drain(sleeper)).toEqual(['c']);
  });
});

describe('a folder that somebody empties', () => {
  test('costs no row', async () => {
    let now = Date.now();
    const { journal } = open({ now: () => now });
    await append(journal, 'a');
    fs.rmSync(folder, { recursive: true });
    now += SILENCE_MS;
    await append(journal, 'b');
    expect(filesOf('.jsonl')).not.toEqual([]);
    expect(drain(journal)).toEqual(['a', 'b']);
  });
});

describe('bounds', () => {
  test('the oldest rows make way, and are counted', async () => {
    const { journal, reports, warnings } = open({ maxBytes: 10_000, segmentBytes: 1000 });
    for (let index = 0; index < 200; index += 1) await append(journal, `${index}`);
    expect(journal.waiting().bytes).toBeLessThanOrEqual(10_000);
    const size = filesOf('.jsonl').reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
    expect(size).toBeLessThanOrEqual(10_000);
    const kept = drain(journal).map(Number);
    expect(kept.at(-1)).toBe(199);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 200 - kept.length + index));
    expect(reports.lostRows()).toBe(200 - kept.length);
    expect(warnings).toEqual([expect.stringMatching(/log rows? (is|are) lost: the journal is full/)]);
  });

  test.each([
    ['is written after all', 'done', 0],
    ['is not written', 'putBack', 1],
  ] as const)('a slice that %s while its segment makes way', async (_case, outcome, lost) => {
    const { journal, reports } = open({ maxBytes: 3000, segmentBytes: 50 });
    await append(journal, 'first');
    const slice = journal.take({ rows: 1, bytes: 1 });
    const before = reports.lostRows();
    // more than there is room for, so that the first segment is not there any more
    for (let index = 0; index < 50; index += 1) await append(journal, `${index}`);
    expect(filesOf('.jsonl').some((name) => name.endsWith('.000000001.jsonl'))).toBe(false);
    const others = reports.lostRows() - before;
    slice?.[outcome]();
    expect(reports.lostRows() - before - others).toBe(lost);
  });

  test('segments that are done are deleted', async () => {
    const { journal } = open({ segmentBytes: 50 });
    await append(journal, 'a');
    await append(journal, 'b');
    await append(journal, 'c');
    expect(filesOf('.jsonl')).toHaveLength(3);
    drain(journal);
    expect(filesOf('.jsonl')).toHaveLength(1);
  });
});

describe('a disk that does not take rows', () => {
  test('a file where the folder should be', async () => {
    fs.writeFileSync(folder, '');
    await expect(append(open().journal, 'a')).rejects.toMatchObject({ code: 'EEXIST' });
  });

  test('full in the middle of a row: what was told to be kept stays, and it goes on when there is room', async () => {
    let room = Infinity;
    const writeSync = (descriptor: number, content: Buffer, at: number): number => {
      const length = Math.min(content.length - at, room);
      room -= length;
      if (length === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return fs.writeSync(descriptor, content, at, length);
    };
    let now = Date.now();
    const { journal } = open({ files: { ...fs, writeSync } as unknown as JournalFiles, now: () => now });
    await append(journal, 'a');
    room = 40;
    await expect(append(journal, 'b')).rejects.toMatchObject({ code: 'ENOSPC' });
    // it is not tried again for each row
    room = Infinity;
    await expect(append(journal, 'c')).rejects.toMatchObject({ code: 'ENOSPC' });
    now += 1000;
    await append(journal, 'd');
    expect(drain(journal)).toEqual(['a', 'd']);
  });
});
