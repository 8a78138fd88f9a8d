import { z } from 'zod';
import type { BenchSite } from './bench-site';
import { ask } from './child';
import type { Gateway } from './gateway';
import type { Measurement, Meter } from './measure';
import type { Caller, Database, LoadCase, Options } from './options';
import { targetsOf } from './targets';
import type { Target, Who } from './targets';

/** Everything that was measured of one target in one case. */
export interface Row {
  database: Database;
  loadCase: LoadCase;
  concurrency: number;
  who: Who;
  caller: Caller;
  rounds: Measurement[];
}

export interface LoadCaseOptions {
  database: Database;
  site: BenchSite;
  gateway: Gateway | null;
  providerUrl: string;
  meter: Meter;
  options: Options;
  report(progress: string): void;
}

const nameOf = (database: Database, loadCase: LoadCase, { who, caller }: Target): string =>
  `${database} ${loadCase} ${who} ${caller}`;

/** One case at every concurrency. The targets take turns, so that what the machine does meanwhile meets all of them. */
export const runLoadCase = async (loadCase: LoadCase, run: LoadCaseOptions) => {
  const { database, site, gateway, providerUrl, meter, options, report } = run;
  const targets = targetsOf(loadCase, site, gateway, providerUrl, options);
  let isCached = false;
  for (const target of targets) {
    const first = await meter.probe(target);
    // what the bare route answers with is of the same size as what the plugin does
    if (target.who === 'plugin') {
      await ask(site.child, { question: 'setAnswer', answer: first }, z.object({}));
      isCached = (await meter.probe(target)).meta?.cached ?? false;
    }
    const warmUp = { concurrency: 16, seconds: options.warmUpSeconds };
    await meter.measure(`${nameOf(database, loadCase, target)}, warming up`, target, warmUp);
  }

  const rows: Row[] = [];
  for (const concurrency of options.concurrency) {
    const measured = targets.map((target) => {
      const row: Row = {
        database,
        loadCase,
        concurrency,
        who: target.who,
        caller: target.caller,
        rounds: [],
      };
      return { target, row };
    });
    for (let round = 0; round < options.rounds; round += 1) {
      for (const { target, row } of measured) {
        const what = `${nameOf(database, loadCase, target)} c${concurrency}`;
        const howMuch = { concurrency, seconds: options.seconds };
        row.rounds.push(
          await meter.measure(
            what,
            target,
            howMuch,
            round === options.rounds - 1 ? options.profile : undefined,
          ),
        );
      }
    }
    rows.push(...measured.map(({ row }) => row));
    report(`${database}, ${loadCase}, ${concurrency} at a time`);
  }
  return { rows, isCached };
};
