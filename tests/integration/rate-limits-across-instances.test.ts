import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { collectOutput, endProcess, endProcesses, startProcess } from '../install/child-processes';
import { startLimitedInstances } from '../support/limited-instances';

jest.setTimeout(300_000);

const isSqlite = process.env.TEST_DATABASE === 'sqlite';

// several instances of the host on one SQLite file get in each other's way with queries of their own
(isSqlite ? describe.skip : describe)('four instances of a site', () => {
  let site: Awaited<ReturnType<typeof startLimitedInstances>>;
  beforeAll(async () => {
    site = await startLimitedInstances({});
  });
  afterAll(() => site?.stop());

  test('let exactly 100 of 1,000 calls pass, one of them restarted in between', async () => {
    const { outcomes, passed } = await site.restartBetween();
    expect(passed).toBe(100);
    // the callers of the instance that died know no better than that their connection broke
    expect(outcomes).toEqual({ 200: 85, 429: 900, cut: 15 });
  });

  test('let nobody in for one that dies in the middle of a storm', async () => {
    const { outcomes, passed, afterwards } = await site.killInTheMiddle();
    const { 200: answered = 0, 429: refused = 0, cut = 0, ...others } = outcomes;
    expect(others).toEqual({});
    expect(answered + refused + cut).toBe(1000);
    // what was counted and had not left for the provider yet died with the instance
    expect(passed).toBeLessThanOrEqual(100);
    expect(passed).toBeGreaterThanOrEqual(100 - cut);
    expect(afterwards).toEqual({ 429: 200 });
  });
});

(isSqlite ? describe : describe.skip)('four processes on one SQLite file', () => {
  afterAll(endProcesses);

  test('let exactly 100 of 1,000 runs pass, one of them restarted in between', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ai-tools-limits-'));
    const passes = path.join(folder, 'passes');
    const start = (attempts: number, then = 'ends') => {
      const child = startProcess(
        process.execPath,
        [
          '-r',
          path.join(__dirname, '../support/typescript.js'),
          path.join(__dirname, '../support/sqlite-instance.ts'),
          path.join(folder, 'data.db'),
          passes,
          String(attempts),
          then,
        ],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      const output = collectOutput(child);
      const ended = once(child, 'close').then(() => output.all);
      return { child, ended };
    };
    const passed = () => (existsSync(passes) ? readFileSync(passes, 'utf8').split('\n').length - 1 : 0);

    const dying = start(40, 'stays');
    while (passed() < 40) await pause(5);
    await endProcess(dying.child);

    const outputs = await Promise.all([240, 240, 240, 240].map((attempts) => start(attempts).ended));
    expect(outputs).toEqual(['', '', '', '']);
    expect(passed()).toBe(100);
    rmSync(folder, { recursive: true, force: true });
  });
});
