import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { endProcess } from '../tests/install/child-processes';
import { isReachable } from '../tests/support/database-servers';
import { startBenchSite } from './bench-site';
import type { BenchSite } from './bench-site';
import { nextMessage, startScript } from './child';
import { startGateway } from './gateway';
import type { Gateway } from './gateway';
import { runLoadCase } from './load-cases';
import { describeMachine } from './machine';
import { createMeter } from './measure';
import type { Meter } from './measure';
import { HELP, readOptions } from './options';
import type { Database, Options } from './options';
import { runLogMemory, runMemory, runPasswords } from './other-cases';
import { loadAverage, memoryMib, watchSteal } from './process-stats';
import { describeResults } from './report';
import type { Results } from './report';

const REPOSITORY = path.resolve(__dirname, '..');
const DOCUMENT = path.join(REPOSITORY, 'docs/performance.md');
const MARK = { start: '<!-- measured by npm run bench -- --write -->', end: '<!-- end -->' };

const undos: (() => unknown)[] = [];
let isStopping = false;

/** What `undo` is for is there now; a run that is being stopped gets rid of it at once. */
const undoLater = (undo: () => unknown): void => {
  undos.push(undo);
  if (isStopping) void undoAll();
};

/** Last first: processes end before their files go. */
const undoAll = async (): Promise<void> => {
  isStopping = true;
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      tell(`! not cleaned up: ${String(error)}`);
    }
  }
};

const startedAt = Date.now();
/** Progress goes beside the result, so that the tables can be sent into a file. */
const tell = (line: string): void => {
  process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
};

const inSite = async <Result>(
  database: Database,
  environment: Environment,
  work: (site: BenchSite, meter: Meter) => Promise<Result>,
  withoutLog = environment.options['without-log'],
): Promise<Result> => {
  const { providerUrl, log, load, results } = environment;
  const site = await startBenchSite({ database, providerUrl, withoutLog, log, onUndo: undoLater });
  tell(`${database}: the site is up`);
  const complain = (what: string): void => {
    results.complaints.push(`${database}: ${what}`);
    tell(`! ${what}`);
  };
  const result = await work(site, createMeter({ site, load, withoutLog, complain }));
  await site.stop();
  return result;
};

interface Environment {
  providerUrl: string;
  log: string;
  load: ReturnType<typeof startScript>;
  gateway: Gateway | null;
  options: Options;
  results: Results;
}

const runDatabase = (database: Database, environment: Environment): Promise<void> =>
  inSite(database, environment, async (site, meter) => {
    const { options, results, gateway, providerUrl } = environment;
    for (const loadCase of ['hit', 'instant', 'slow'] as const) {
      if (!options.cases.includes(loadCase)) continue;
      const run = { database, site, gateway, providerUrl, meter, options, report: tell };
      const { rows, isCached } = await runLoadCase(loadCase, run);
      results.rows.push(...rows);
      if (loadCase === 'hit') results.isCached = isCached;
    }
    results.logs.push(`${database}: ${await meter.countRows()}`);
    const resident = memoryMib(site.child.pid ?? 0)?.toFixed(0) ?? 'unknown';
    results.memoryAfter.push(`${database}: the site holds ${resident} MiB after all of that`);
    // last, since what is refused has log rows, too
    if (options.cases.includes('passwords')) results.passwords.set(database, await runPasswords(site));
  });

const runMemoryCase = (environment: Environment): Promise<void> =>
  inSite('sqlite', environment, async (site, meter) => {
    environment.results.memory = await runMemory(site, meter, environment.options.results);
    environment.results.logs.push(`memory: ${await meter.countRows()}`);
  });

const runLogMemoryCase = async (environment: Environment): Promise<void> => {
  const measure = (withoutLog: boolean) => inSite('sqlite', environment, runLogMemory, withoutLog);
  const off = await measure(true);
  environment.results.logMemory = { off, on: await measure(false) };
};

const findDatabases = async ({ databases }: Options): Promise<Database[]> => {
  const found: Database[] = [];
  for (const database of databases) {
    if (database === 'sqlite' || (await isReachable(database))) found.push(database);
    else tell(`! ${database} is left out: no server answers`);
  }
  return found;
};

const findGateway = async (options: Options, log: string): Promise<Gateway | null> => {
  if (options['without-gateway'] || !options.cases.some((name) => name === 'instant' || name === 'slow')) {
    return null;
  }
  try {
    const gateway = await startGateway(log);
    undoLater(() => endProcess(gateway.child));
    return gateway;
  } catch (error) {
    tell(`! the gateway is left out: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
};

const writeDocument = (measured: string): void => {
  const [before, rest] = readFileSync(DOCUMENT, 'utf8').split(MARK.start);
  const [, after] = (rest ?? '').split(MARK.end);
  if (after === undefined) throw new Error(`${DOCUMENT} has lost its marks`);
  writeFileSync(DOCUMENT, `${before}${MARK.start}\n\n${measured}\n\n${MARK.end}${after}`);
};

const prepare = async (options: Options, results: Results): Promise<Environment> => {
  if (!existsSync(path.join(REPOSITORY, 'dist/server/index.js')))
    throw new Error('Build first: npm run build');
  const folder = mkdtempSync(path.join(tmpdir(), 'ai-tools-bench-log-'));
  const log = path.join(folder, 'log');
  undoLater(() => rmSync(folder, { recursive: true, force: true }));

  const beside = { cores: 'others', folder: REPOSITORY, log } as const;
  const provider = startScript('provider.ts', beside);
  undoLater(() => endProcess(provider));
  const { port } = await nextMessage(provider, z.object({ port: z.number() }));
  const load = startScript('load.ts', beside);
  undoLater(() => endProcess(load));
  const gateway = await findGateway(options, log);
  return { providerUrl: `http://127.0.0.1:${port}`, log, load, gateway, options, results };
};

const endOfLog = ({ log }: Environment): string => {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines
    .filter((line) => !line.includes('POST /api'))
    .slice(-20)
    .join('\n');
};

const bench = async (options: Options): Promise<void> => {
  const results: Results = {
    rows: [],
    isCached: null,
    passwords: new Map(),
    memory: null,
    logMemory: null,
    memoryAfter: [],
    logs: [],
    complaints: [],
  };
  const stolen = watchSteal();
  const environment = await prepare(options, results);
  try {
    const databases = await findDatabases(options);
    for (const database of databases) await runDatabase(database, environment);
    if (options.cases.includes('memory')) await runMemoryCase(environment);
    if (options.cases.includes('log-memory')) await runLogMemoryCase(environment);
    const { gateway } = environment;
    if (gateway) {
      const resident = memoryMib(gateway.child.pid ?? 0)?.toFixed(0) ?? 'unknown';
      results.memoryAfter.push(`the gateway holds ${resident} MiB after all of that`);
    }
    const steal = stolen();
    const measured = describeResults(results, [
      ...(await describeMachine(databases)),
      `${options.rounds} × ${options.seconds} s each, the targets in turn; medians, throughput with its range`,
      `other virtual machines took ${steal === null ? 'an unknown share' : `${(steal * 100).toFixed(1)} %`} of the CPU; load average at the end ${loadAverage().toFixed(1)}`,
      ...(options['without-log'] ? ['THE LOG WAS SWITCHED OFF'] : []),
    ]);
    process.stdout.write(`${measured}\n`);
    if (options.write) writeDocument(measured);
    if (results.complaints.length > 0) process.exitCode = 1;
  } catch (error) {
    if (!isStopping) tell(`! the end of the log:\n${endOfLog(environment)}`);
    throw error;
  }
};

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  // npm passes a signal on that the terminal has sent already: the second one must not cut the first one short
  let stopping: Promise<void> | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping ??= undoAll();
    });
  }
  try {
    await bench(options);
  } catch (error) {
    // what was waited for has just been ended
    if (!stopping) throw error;
  } finally {
    await stopping;
    await undoAll();
    if (stopping) process.exitCode = 130;
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
