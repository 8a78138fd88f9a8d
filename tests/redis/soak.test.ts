import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SoakDatabase } from '../../bench/soak/backing';
import { PROVIDER_FAULTS } from '../../bench/soak/provider-mode';
import { soak } from '../../bench/soak/soak';
import type { SoakResult } from '../../bench/soak/soak';

/*
 * The short form of `npm run soak`: a site under a little load while provider, database and Redis fail one after the
 * other and all at once.
 */

const SEED = Number(process.env.SOAK_SEED ?? 1);
/** A site that is just up still grows into its caches; the long form has the sharper bound. */
const GROWTH_MIB = 16;

const undos: (() => unknown)[] = [];
const told: string[] = [];
let result: SoakResult;

beforeAll(async () => {
  const database: SoakDatabase = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
  const folder = mkdtempSync(path.join(tmpdir(), 'ai-tools-soak-test-'));
  undos.push(() => rmSync(folder, { recursive: true, force: true }));
  result = await soak({
    database,
    plugin: 'source',
    seed: SEED,
    seconds: { faults: 10, recovery: 19.5 },
    providerTimeoutMs: 2000,
    perSecond: 12,
    pace: {
      provider: { well: [0.1, 0.4], unwell: [0.2, 0.7] },
      database: { well: [0.4, 1], unwell: [0.4, 1] },
      redis: { well: [0.4, 1], unwell: [0.4, 1] },
    },
    sampleEverySeconds: 2,
    log: path.join(folder, 'log'),
    say: (line) => told.push(line),
    onUndo: (undo) => undos.push(undo),
  });
  // half a minute, and on a busy machine much more until the site is up
}, 300_000);
afterAll(async () => {
  const failures: unknown[] = [];
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      // what is left is undone all the same
      failures.push(error);
    }
  }
  expect(failures).toEqual([]);
});

const countOf = (kind: string, answer: string): number => result.answers.get(kind)?.get(answer) ?? 0;

test('everything that the site stands on has failed', () => {
  const broken = new Set(result.windows.map(({ target, what }) => `${target} ${what}`));
  const database =
    process.env.TEST_DATABASE === 'postgres' ? ['cut off', 'stalled', 'log table locked'] : ['locked'];
  expect([...broken]).toEqual(
    expect.arrayContaining([
      ...database.map((what) => `database ${what}`),
      ...['cut off', 'stalled'].map((what) => `redis ${what}`),
    ]),
  );
  // each of one provider, and of all
  expect([...broken].filter((name) => name.startsWith('provider'))).toHaveLength(2 * PROVIDER_FAULTS.length);
});

test('each answer is one that the faults of its time explain, its own caller’s, and logged once as it was given', () => {
  expect(result.complaints).toEqual([]);
  expect(result.requests).toBeGreaterThan(300);
  expect(result.rows + result.leftWithoutRow + result.refusedWithoutRow).toBe(result.requests);
  const succeeding = [...result.answers.keys()].filter((kind) => countOf(kind, '200') > 0);
  expect(succeeding).toEqual(
    expect.arrayContaining(['plain', 'streamed', 'cached', 'budgeted', 'in process']),
  );
  expect(countOf('faulty input', '400 invalid_input')).toBeGreaterThan(0);
  expect(countOf('plain', '503 provider_unavailable')).toBeGreaterThan(0);
});

test('memory stays flat', () => {
  expect(result.samples.length).toBeGreaterThan(8);
  expect(result.growthMib).toBeLessThan(GROWTH_MIB);
});
