import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { openAnalyticsDatabase } from '../tests/support/analytics-database';
import { LOG_CASES } from './log-cases';
import { createLogIndexes, generateLogRows } from './log-rows';
import { writeMeasured } from './write-measured';

const MARK = {
  start: '<!-- measured by npm run bench:analytics -- --write -->',
  end: '<!-- end of analytics -->',
};

const HELP = `npm run bench:analytics -- [options]

  --rows 1000000,10000000   log rows of the thirty days; one table column each. Ten million take some 6 GB in --folder
  --rounds 15               measurements of each case
  --folder /tmp             where the databases are made, and removed
  --write                   puts the table into docs/performance.md
`;

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000,10000000' },
    rounds: { type: 'string', default: '15' },
    folder: { type: 'string', default: tmpdir() },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const startedAt = performance.now();
const tell = (line: string): void => {
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
};

interface Timing {
  first: number;
  median: number;
  worst: number;
  /** of this process: what the wall clock would say on a machine that does nothing else */
  cpu: number;
}

interface Column {
  rows: number;
  timings: Timing[];
  facts: string[];
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};

/** The longest the event loop was held meanwhile, in milliseconds. */
const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
};

const measure = async (rows: number): Promise<Column> => {
  const folder = mkdtempSync(path.join(options.folder, 'ai-tools-bench-'));
  const file = path.join(folder, 'data.db');
  try {
    const database = await openAnalyticsDatabase(file);
    const now = Date.now();
    const count = rows.toLocaleString('en');
    const madeMs = await timeOf(() => generateLogRows(database.knex, rows, now));
    tell(`${count} rows made in ${(madeMs / 1000).toFixed(0)} s`);

    const indexedMs = await timeOf(() => createLogIndexes(database.knex));
    tell(`indexes made in ${(indexedMs / 1000).toFixed(0)} s`);
    const store = database.openStore(() => now);
    let countedMs = 0;
    const heldByJob = await longestTurn(async () => {
      countedMs = await timeOf(async () => {
        while ((await store.rollUp.advance()) === 'more');
      });
    });
    tell(`counted in ${(countedMs / 1000).toFixed(0)} s`);

    const bytes = async (table: string): Promise<number> => {
      const [row] = await database.knex.raw(
        `SELECT count(*) AS slots, sum(length(entries)) AS bytes FROM ${table}`,
      );
      return Number(row.bytes);
    };
    const mib = (size: number): string => `${(size / 1024 ** 2).toFixed(0)} MiB`;
    const timings: Timing[] = [];
    let heldByRequests = 0;
    for (const { name, run } of LOG_CASES) {
      const times: number[] = [];
      const cpuBefore = process.cpuUsage();
      heldByRequests = Math.max(
        heldByRequests,
        await longestTurn(async () => {
          for (let round = 0; round < Number(options.rounds); round += 1) {
            times.push(await timeOf(() => run({ store, knex: database.knex, now })));
          }
        }),
      );
      const sorted = times.toSorted((a, b) => a - b);
      const { user, system } = process.cpuUsage(cpuBefore);
      timings.push({
        cpu: (user + system) / 1000 / times.length,
        first: times[0] ?? NaN,
        median: sorted[Math.floor(sorted.length / 2)] ?? NaN,
        worst: sorted.at(-1) ?? NaN,
      });
      tell(`${name}: ${timings.at(-1)?.median.toFixed(0)} ms, CPU ${timings.at(-1)?.cpu.toFixed(0)} ms`);
    }
    const facts = [
      `${count} rows and a tenth of it before them: ${mib(statSync(file).size)}, of which the roll-ups ${mib(await bytes('ai_tools_analytics_slots'))}, and with callers ${mib(await bytes('ai_tools_analytics_caller_slots'))}`,
      `counted from nothing in ${(countedMs / 1000).toFixed(0)} s, ${Math.round((1.1 * rows) / countedMs)} rows a millisecond; the event loop held for at most ${heldByJob.toFixed(0)} ms by that, and for ${heldByRequests.toFixed(0)} ms by the requests`,
    ];
    await database.close();
    return { rows, timings, facts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const describe = (columns: readonly Column[]): string => {
  const [base] = columns;
  const show = ({ first, median, worst, cpu }: Timing): string =>
    `${median.toFixed(0)} (${first.toFixed(0)}, ${worst.toFixed(0)}) ${cpu.toFixed(0)}`;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const isCompared = columns.length > 1;
  const table = [
    line([
      '',
      ...columns.map(({ rows }) => `${rows.toLocaleString('en')} rows`),
      ...(isCompared ? ['×'] : []),
    ]),
    line(['---', ...columns.map(() => '---:'), ...(isCompared ? ['---:'] : [])]),
    ...LOG_CASES.map(({ name }, index) => {
      const timings = columns.flatMap((column) => column.timings[index] ?? []);
      const ratio = (timings.at(-1)?.median ?? NaN) / (base?.timings[index]?.median ?? NaN);
      return line([name, ...timings.map(show), ...(isCompared ? [ratio.toFixed(2)] : [])]);
    }),
  ];
  const cpus = os.cpus();
  return [
    ...table,
    '',
    `Milliseconds on SQLite in a file: the median of ${options.rounds}, in brackets the first and the worst; then the CPU time of one.`,
    '',
    ...columns.flatMap(({ facts }) => facts.map((fact) => `- ${fact}`)),
    `- ${new Date().toISOString().slice(0, 10)}, ${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown CPU'}, Node ${process.versions.node}; load average at the end ${os.loadavg()[0]?.toFixed(1)}`,
  ].join('\n');
};

const main = async (): Promise<void> => {
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  const columns: Column[] = [];
  for (const rows of options.rows.split(',')) columns.push(await measure(Number(rows)));
  const measured = describe(columns);
  process.stdout.write(`${measured}\n`);
  if (options.write) writeMeasured(MARK, measured);
};

void main();
