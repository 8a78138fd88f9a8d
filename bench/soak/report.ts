import type { Options } from './options';
import type { SoakResult } from './soak';

/** What is demanded of a run, beside that nobody has anything to complain of. */
export const DEMANDS = { growthMib: 8, delayP99: 50 };

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], align: readonly string[], lines: readonly string[][]): string =>
  [head, align, ...lines].map(row).join('\n');

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const answerTable = ({ answers }: SoakResult): string =>
  table(
    ['request', 'times', 'answered'],
    ['---', '--:', '---'],
    [...answers]
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([kind, counts]) => [
        kind,
        String(total(counts)),
        [...counts]
          .sort(([, left], [, right]) => right - left)
          .map(([answer, count]) => `${answer}: ${count}`)
          .join(', '),
      ]),
  );

const faultTable = ({ windows }: SoakResult): string => {
  const kinds = new Map<string, { times: number; seconds: number }>();
  for (const { target, what, from, to } of windows) {
    const key = `${target}: ${what}`;
    const known = kinds.get(key) ?? { times: 0, seconds: 0 };
    kinds.set(key, { times: known.times + 1, seconds: known.seconds + ((to ?? from) - from) / 1000 });
  }
  return table(
    ['what was broken', 'times', 'seconds in all'],
    ['---', '--:', '--:'],
    [...kinds]
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([key, { times, seconds }]) => [key, String(times), seconds.toFixed(0)]),
  );
};

/** Each demand, what was seen, and whether that is enough. */
export const judge = (result: SoakResult): { demand: string; seen: string; isMet: boolean }[] => {
  const { complaints, requests, rows, leftWithoutRow, refusedWithoutRow, delay, samples } = result;
  // its driver waits for a lock in the event loop itself
  const mayWait = result.database === 'sqlite';
  const used = samples.map(({ usedMib }) => usedMib);
  return [
    {
      demand:
        'every answer is one that the faults of its time explain, has one log row that says the same, and is its own caller’s',
      seen:
        complaints.length === 0
          ? `${requests} requests, ${rows} log rows, ${leftWithoutRow} callers who left before the site knew what they wanted, ${refusedWithoutRow} refused beyond the 300 a minute that are logged`
          : `${complaints.length} kinds of complaint`,
      isMet: complaints.length === 0,
    },
    {
      demand: `memory: the median of the second half at most ${DEMANDS.growthMib} MiB above the first’s, after garbage collection`,
      seen: `${result.growthMib.toFixed(1)} MiB (${Math.min(...used).toFixed(0)}–${Math.max(...used).toFixed(0)} MiB in ${used.length} samples; ${samples.at(0)?.rssMib.toFixed(0)} → ${samples.at(-1)?.rssMib.toFixed(0)} MiB resident)`,
      isMet: result.growthMib <= DEMANDS.growthMib,
    },
    {
      demand: `event loop delay: p99 below ${DEMANDS.delayP99} ms${mayWait ? ', which nobody demands of SQLite' : ''}`,
      seen: `${delay.p99.toFixed(1)} ms (p50 ${delay.p50.toFixed(1)} ms, most ${delay.max.toFixed(0)} ms)`,
      isMet: mayWait || delay.p99 < DEMANDS.delayP99,
    },
  ];
};

/** All that a run has to say, in Markdown. */
export const describeSoak = (result: SoakResult, options: Options, circumstances: string[]): string => {
  const { maximumPerSecond, perSecond, heldBack, limits, budget, complaints } = result;
  const rate =
    maximumPerSecond === null
      ? `${perSecond.toFixed(0)} requests a second, as asked`
      : `${perSecond.toFixed(0)} requests a second, two thirds of the ${maximumPerSecond.toFixed(0)} that it got through without faults`;
  const lines = [
    ...circumstances,
    `${options.minutes} minutes of faults on ${options.database}${result.hasRedis ? ' and Redis' : ', WITHOUT REDIS'}, seed ${options.seed}`,
    `${rate}; ${heldBack} were not asked, since 500 others had no answer yet`,
    ...limits,
    budget,
  ];
  return [
    ...complaints.map((complaint) => `**${complaint}**\n`),
    lines.map((line) => `- ${line}`).join('\n'),
    '',
    table(
      ['demand', 'seen', 'met'],
      ['---', '---', '---'],
      judge(result).map(({ demand, seen, isMet }) => [demand, seen, isMet ? 'yes' : '**NO**']),
    ),
    '',
    answerTable(result),
    '',
    faultTable(result),
  ].join('\n');
};
