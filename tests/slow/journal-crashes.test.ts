import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { z } from 'zod';
import { createLogJournal } from '../../server/src/stores/log-journal';
import { createLogStore } from '../../server/src/stores/log-store';
import { createFakeTable, createTestReports, entry } from '../support/log-entries';

const ROOT = path.resolve(__dirname, '../..');
const message = z.object({
  acknowledged: z.string().optional(),
  warning: z.string().optional(),
});

interface Crash {
  /** how many processes share the folder */
  processes: number;
  rowsInTurn: number;
  livesMs: number;
}

/** Lets processes work on a folder and kills them; adds what they acknowledged, and what they complained of. */
const crash = async (
  folder: string,
  { processes, rowsInTurn, livesMs }: Crash,
  told: { acknowledged: string[]; warnings: string[] },
): Promise<void> => {
  const children = Array.from({ length: processes }, () => {
    const child = fork(
      path.join(ROOT, 'tests/support/journal-process.ts'),
      [folder, `${folder}.database`, String(rowsInTurn)],
      {
        execArgv: ['-r', path.join(ROOT, 'tests/support/typescript.js')],
      },
    );
    child.on('message', (raw) => {
      const { acknowledged, warning } = message.parse(raw);
      if (acknowledged) told.acknowledged.push(acknowledged);
      if (warning) told.warnings.push(warning);
    });
    return child;
  });
  await Promise.all(children.map((child) => once(child, 'message')));
  await pause(livesMs);
  await Promise.all(
    children.map((child) => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      return closed;
    }),
  );
};

const expectNothingLost = async (crashes: readonly Crash[]): Promise<void> => {
  const home = fs.mkdtempSync(path.join(tmpdir(), 'ai-tools-crash-'));
  const folder = path.join(home, 'journal');
  try {
    const told = { acknowledged: [], warnings: [] };
    for (const one of crashes) await crash(folder, one, told);

    const { reports, warnings } = createTestReports();
    const journal = createLogJournal({ folder, reports, onRows: () => {} });
    await journal.adopt();
    const replayed: string[] = [];
    for (
      let slice = journal.take({ rows: 50, bytes: 1 });
      slice;
      slice = journal.take({ rows: 50, bytes: 1 })
    ) {
      replayed.push(...slice.entries.map(({ request_id }) => request_id));
      slice.done();
    }
    journal.close();

    const database = `${folder}.database`;
    const written = fs.existsSync(database) ? fs.readFileSync(database, 'utf8').split('\n') : [];
    const there = new Set([...written, ...replayed]);
    expect(told.acknowledged.filter((id) => !there.has(id))).toEqual([]);
    // in one journal at a time: the last replay has no row twice
    expect(replayed).toHaveLength(new Set(replayed).size);
    expect([...told.warnings, ...warnings].filter((warning) => warning.includes('lost'))).toEqual([]);
    expect(fs.readdirSync(folder)).toEqual([]);
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
};

test('whatever the sequence of writes, crashes and replays, no acknowledged row is missing', async () => {
  const anyCrash = fc.record({
    processes: fc.integer({ min: 1, max: 2 }),
    rowsInTurn: fc.integer({ min: 1, max: 30 }),
    livesMs: fc.integer({ min: 0, max: 60 }),
  });
  await fc.assert(fc.asyncProperty(fc.array(anyCrash, { minLength: 1, maxLength: 4 }), expectNothingLost), {
    numRuns: Number(process.env.CRASH_RUNS ?? 4),
    endOnFailure: true,
  });
}, 240_000);

test('whatever is torn off the end of the files, the rows before it come back once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 4000 }), async (rows, torn) => {
      const home = fs.mkdtempSync(path.join(tmpdir(), 'ai-tools-torn-'));
      const table = createFakeTable();
      const options = { durability: 'journal', folder: home, table: () => table, warn: () => {} } as const;
      const { reports } = createTestReports();
      const journal = createLogJournal({ folder: home, reports, onRows: () => {} });
      for (let row = 0; row < rows; row += 1) await journal.append(entry(String(row)));
      journal.close();
      const file = path.join(home, fs.readdirSync(home)[0] ?? '');
      const whole = fs.readFileSync(file);
      const kept = whole.subarray(0, Math.max(0, whole.length - torn));
      fs.writeFileSync(file, kept);
      const lines = kept.toString().split('\n').length - 1;

      const store = createLogStore(options);
      store.start();
      while (fs.existsSync(file)) await pause(1);
      await store.close();
      expect([...table.rows.keys()]).toEqual(Array.from({ length: lines }, (_, row) => String(row)));
      fs.rmSync(home, { recursive: true });
    }),
    { numRuns: 30 },
  );
}, 60_000);
