import type { Row } from './load-cases';
import type { Measurement } from './measure';
import type { Database, LoadCase } from './options';
import { median } from './median';
import type { LogMemoryResult, MemoryResult } from './other-cases';
import { judgePasswords } from './passwords';
import type { PasswordsResult } from './passwords';

export interface Results {
  rows: Row[];
  /** whether the hit case was answered from a cache at all; null when it was not run */
  isCached: boolean | null;
  passwords: Map<Database, PasswordsResult>;
  memory: MemoryResult | null;
  logMemory: LogMemoryResult | null;
  /** of the processes after the load, in MiB */
  memoryAfter: string[];
  logs: string[];
  complaints: string[];
  /** goals that a run has to reach, and did not */
  missed: string[];
}

type Figure = keyof Measurement;

const valuesOf = ({ rounds }: Row, figure: Figure): number[] =>
  rounds.map((round) => round[figure] ?? NaN).filter((value) => !Number.isNaN(value));

const medianOf = (row: Row | undefined, figure: Figure): number =>
  row ? median(valuesOf(row, figure)) : NaN;

const show = (value: number, digits: number): string => (Number.isNaN(value) ? '–' : value.toFixed(digits));

const toTable = (head: string[], alignment: string[], lines: string[][]): string =>
  [head, alignment, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const CASE_NAMES: Record<LoadCase, string> = {
  hit: 'cached hit',
  instant: 'uncached, instant provider',
  slow: 'uncached, 60 ms provider',
};

const nameCase = (loadCase: LoadCase, { isCached }: Results): string =>
  loadCase === 'hit' && isCached === false ? 'NOT CACHED: this build has no cache' : CASE_NAMES[loadCase];

const find = ({ rows }: Results, wanted: Omit<Row, 'rounds'>): Row | undefined =>
  rows.find(
    (row) =>
      row.database === wanted.database &&
      row.loadCase === wanted.loadCase &&
      row.concurrency === wanted.concurrency &&
      row.who === wanted.who &&
      row.caller === wanted.caller,
  );

/** The bare route for the same caller; for Basic, which the host does not have, the public one. */
const findYardstick = (results: Results, row: Row): Row | undefined =>
  find(results, { ...row, who: 'bare route', caller: row.caller === 'basic' ? 'public' : row.caller });

const ratio = (results: Results, row: Row, figure: Figure): string =>
  row.who === 'bare route'
    ? '1'
    : show(medianOf(row, figure) / medianOf(findYardstick(results, row), figure), 2);

const nameRoute = ({ who, loadCase }: Row): string =>
  who === 'bare route' && loadCase !== 'hit' ? 'bare proxy' : who;

const toLine = (results: Results, row: Row): string[] => {
  const throughput = valuesOf(row, 'perSecond');
  return [
    row.database,
    nameCase(row.loadCase, results),
    String(row.concurrency),
    row.caller,
    nameRoute(row),
    `${show(median(throughput), 0)} (${show(Math.min(...throughput), 0)}–${show(Math.max(...throughput), 0)})`,
    show(medianOf(row, 'p50'), 2),
    show(medianOf(row, 'p95'), 2),
    show(medianOf(row, 'p99'), 2),
    show(medianOf(row, 'cpuMs'), 3),
    ratio(results, row, 'perSecond'),
    ratio(results, row, 'cpuMs'),
  ];
};

const measuredTable = (results: Results): string =>
  toTable(
    [
      'database',
      'case',
      'at a time',
      'caller',
      'route',
      'per second',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'CPU ms',
      'throughput ÷ bare',
      'CPU ÷ bare',
    ],
    ['---', '---', '--:', '---', '---', '--:', '--:', '--:', '--:', '--:', '--:', '--:'],
    results.rows.map((row) => toLine(results, row)),
  );

const listConcurrencies = ({ rows }: Results): number[] => [...new Set(rows.map((row) => row.concurrency))];

/** What the plugin wants to reach, as lines of goal and what was seen. */
const goalLines = (results: Results, database: Database): string[][] => {
  const lines: string[][] = [];
  const add = (goal: string, seen: number, digits: number, unit = '') => {
    if (!Number.isNaN(seen)) lines.push([database, goal, `${show(seen, digits)}${unit}`]);
  };
  const figureOf = (row: Omit<Row, 'rounds' | 'database'>, figure: Figure): number =>
    medianOf(find(results, { ...row, database }), figure);

  for (const concurrency of listConcurrencies(results)) {
    const compare = (loadCase: LoadCase, figure: Figure) => {
      const row = { loadCase, concurrency, caller: 'public' } as const;
      const plugin = figureOf({ ...row, who: 'plugin' }, figure);
      return {
        plugin,
        bare: figureOf({ ...row, who: 'bare route' }, figure),
        gateway: figureOf({ ...row, who: 'gateway' }, figure),
      };
    };
    const at = `, ${concurrency} at a time`;
    const hit = compare('hit', 'perSecond');
    const hitTail = compare('hit', 'p99');
    const hitName = nameCase('hit', results);
    add(`${hitName}: throughput ÷ bare route ≥ 0.8${at}`, hit.plugin / hit.bare, 2);
    add(`${hitName}: p99 ÷ bare route ≤ 2${at}`, hitTail.plugin / hitTail.bare, 2);
    const instant = compare('instant', 'perSecond');
    add(`uncached: throughput ÷ bare proxy ≥ 0.85${at}`, instant.plugin / instant.bare, 2);
    if (concurrency > 1) {
      const row = { loadCase: 'instant', concurrency, caller: 'public' } as const;
      const compareLog = (figure: Figure) =>
        figureOf({ ...row, who: 'plugin' }, figure) / figureOf({ ...row, who: 'plugin, log off' }, figure);
      add(`uncached: throughput ÷ log switched off ≥ 0.9${at}`, compareLog('perSecond'), 2);
      add(`uncached: p99 ÷ log switched off ≤ 1.3${at}`, compareLog('p99'), 2);
    }
    if (concurrency > 1) add(`uncached: throughput ÷ gateway ≥ 1${at}`, instant.plugin / instant.gateway, 2);
    if (concurrency === 1) {
      for (const loadCase of ['instant', 'slow'] as const) {
        const { plugin, bare } = compare(loadCase, 'p50');
        add(`${CASE_NAMES[loadCase]}: p50 − bare proxy < 0.5 ms${at}`, plugin - bare, 2, ' ms');
      }
    }
    for (const loadCase of ['hit', 'instant'] as const) {
      const row = { loadCase, concurrency } as const;
      const basic = figureOf({ ...row, who: 'plugin', caller: 'basic' }, 'perSecond');
      const open = figureOf({ ...row, who: 'plugin', caller: 'public' }, 'perSecond');
      const token = figureOf({ ...row, who: 'bare route', caller: 'token' }, 'perSecond');
      add(`${nameCase(loadCase, results)}: Basic ÷ public ≥ 0.85${at}`, basic / open, 2);
      add(`${nameCase(loadCase, results)}: Basic ÷ the host's own API token > 1${at}`, basic / token, 2);
    }
  }
  const passwords = results.passwords.get(database);
  if (passwords) {
    lines.push([
      database,
      '16 wrong passwords at once: event loop held for < 20 ms',
      `${show(passwords.longestDelay, 1)} ms at most (${show(passwords.quietDelay, 1)} ms without load; answered ${passwords.statuses})`,
    ]);
    for (const { goal, seen } of judgePasswords(passwords)) lines.push([database, goal, seen]);
  }
  return lines;
};

const memoryLine = ({ few, many }: MemoryResult): string[] => [
  'sqlite',
  `${many.results} results through a cache of 16 MB: within 32 MiB of ${few.results}`,
  `${show(many.rssMib - few.rssMib, 1)} MiB (${show(few.rssMib, 0)} → ${show(many.rssMib, 0)} MiB resident, ${show(few.usedMib, 0)} → ${show(many.usedMib, 0)} MiB in use)`,
];

const logMemoryLine = ({ on, off }: LogMemoryResult): string[] => [
  'sqlite',
  `${on.results} uncached runs: within 32 MiB of the log switched off`,
  `${show(on.rssMib - off.rssMib, 1)} MiB (${show(off.rssMib, 0)} → ${show(on.rssMib, 0)} MiB resident, ${show(off.usedMib, 0)} → ${show(on.usedMib, 0)} MiB in use)`,
];

const goalTable = (results: Results): string => {
  const databases = new Set([...results.rows.map(({ database }) => database), ...results.passwords.keys()]);
  const lines = [...databases].flatMap((database) => goalLines(results, database));
  if (results.memory) lines.push(memoryLine(results.memory));
  if (results.logMemory) lines.push(logMemoryLine(results.logMemory));
  return toTable(['database', 'goal', 'seen'], ['---', '---', '---'], lines);
};

/** All that a run has to say, in Markdown. */
export const describeResults = (results: Results, circumstances: string[]): string =>
  [
    ...results.complaints.map((complaint) => `**NOT TO BE BELIEVED: ${complaint}.**\n`),
    ...results.missed.map((goal) => `**MISSED: ${goal}.**\n`),
    circumstances.map((line) => `- ${line}`).join('\n'),
    [...results.logs, ...results.memoryAfter].map((line) => `- ${line}`).join('\n'),
    '',
    measuredTable(results),
    '',
    goalTable(results),
  ].join('\n');
