import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
import { runLogMemory, runMemory } from './other-cases';
import { judgePasswords, runPasswords } from './passwords';
import { describeLoad, memoryMib, watchSteal } from './process-stats';
import { startProgram } from './program';
import { describeResults } from './report';
import type { Results } from './report';
import { REPOSITORY } from './site-folder';
import type { Undos } from './undo';
import { writeMeasured } from './write-measured';

const MARK = { start: '<!-- measured by npm run bench -- --write -->', end: '<!-- end -->' };

const inSite = async <Result>(
  database: Database,
  environment: Environment,
  work: (site: BenchSite, meter: Meter) => Promise<Result>,
  withoutLog = environment.options['without-log'],
): Promise<Result> => {
  const { providerUrl, log, load, results, tell, undoLater } = environment;
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

interface Environment extends Undos {
  providerUrl: string;
  log: string;
  load: ReturnType<typeof startScript>;
  gateway: Gateway | null;
  options: Options;
  results: Results;
}

const runDatabase = (database: Database, environment: Environment): Promise<void> =>
  inSite(database, environment, async (site, meter) => {
    const { options, results, gateway, providerUrl, tell } = environment;
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
    if (options.cases.includes('passwords')) {
      const passwords = await runPasswords(site, meter, options);
      results.passwords.set(database, passwords);
      for (const { goal, seen, isReached } of judgePasswords(passwords)) {
        if (!isReached) results.missed.push(`${database}: ${goal}: ${seen}`);
      }
    }
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

const findDatabases = async ({ databases }: Options, { tell }: Undos): Promise<Database[]> => {
  const found: Database[] = [];
  for (const database of databases) {
    if (database === 'sqlite' || (await isReachable(database))) found.push(database);
    else tell(`! ${database} is left out: no server answers`);
  }
  return found;
};

const findGateway = async (
  options: Options,
  log: string,
  { tell, undoLater }: Undos,
): Promise<Gateway | null> => {
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

const prepare = async (options: Options, results: Results, undos: Undos): Promise<Environment> => {
  const { undoLater } = undos;
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
  const gateway = await findGateway(options, log, undos);
  return { providerUrl: `http://127.0.0.1:${port}`, log, load, gateway, options, results, ...undos };
};

const endOfLog = ({ log }: Environment): string => {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines
    .filter((line) => !line.includes('POST /api'))
    .slice(-20)
    .join('\n');
};

const bench = async (options: Options, undos: Undos): Promise<void> => {
  const results: Results = {
    rows: [],
    isCached: null,
    passwords: new Map(),
    memory: null,
    logMemory: null,
    memoryAfter: [],
    logs: [],
    complaints: [],
    missed: [],
  };
  const stolen = watchSteal();
  const environment = await prepare(options, results, undos);
  try {
    const databases = await findDatabases(options, undos);
    for (const database of databases) await runDatabase(database, environment);
    if (options.cases.includes('memory')) await runMemoryCase(environment);
    if (options.cases.includes('log-memory')) await runLogMemoryCase(environment);
    const { gateway } = environment;
    if (gateway) {
      const resident = memoryMib(gateway.child.pid ?? 0)?.toFixed(0) ?? 'unknown';
      results.memoryAfter.push(`the gateway holds ${resident} MiB after all of that`);
    }
    const measured = describeResults(results, [
      ...(await describeMachine(databases)),
      `${options.rounds} × ${options.seconds} s each, the targets in turn; medians, throughput with its range`,
      describeLoad(stolen()),
      ...(options['without-log'] ? ['THE LOG WAS SWITCHED OFF'] : []),
    ]);
    process.stdout.write(`${measured}\n`);
    if (options.write) writeMeasured(MARK, measured);
    if (results.complaints.length + results.missed.length > 0) process.exitCode = 1;
  } catch (error) {
    if (!undos.isStopping()) undos.tell(`! the end of the log:\n${endOfLog(environment)}`);
    throw error;
  }
};

startProgram({ help: HELP, readOptions, run: bench });
