import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { parseArguments } from '../../bench/arguments';
import { startProgram } from '../../bench/program';
import type { Undos } from '../../bench/undo';
import { routesWithoutShape } from './admin-requests';
import { runCampaign } from './campaign';
import { describeHistogram } from './report';
import { findGrowth } from './memory-growth';
import { startFuzzSite } from './site';

/*
 * Sends generated requests to a site of its own, and ends with 1 when one of them was answered as none may be, or when
 * the site holds more and more memory.
 */

const HELP = `npm run fuzz -- [options]

  --requests 100000     how many
  --seed 1              what they are generated from; printed, and another one each time unless told
  --database sqlite     or postgres, mariadb: a server is looked for as in the tests
`;

const optionsSchema = z.object({
  requests: z.coerce.number().int().positive().default(100_000),
  seed: z.coerce
    .number()
    .int()
    .default(() => randomInt(2 ** 30)),
  database: z.enum(['sqlite', 'postgres', 'mariadb']).default('sqlite'),
  help: z.boolean().default(false),
});

const startedAt = Date.now();
const tell = (line: string): void => {
  process.stdout.write(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}\n`);
};

type Options = z.output<typeof optionsSchema>;

const readOptions = (args: string[]): Options => parseArguments(optionsSchema, args);

const run = async ({ requests, seed, database }: Options, { undoLater, isStopping }: Undos) => {
  process.env.TEST_DATABASE = database;
  tell(`${requests} requests, seed ${seed}, on ${database}`);
  for (const route of routesWithoutShape()) tell(`nobody has said what ${route} takes: see admin-shapes.ts`);
  const site = await startFuzzSite(undoLater);
  tell('the site is up');
  const result = await runCampaign({ site, requests, seed, tell, isStopping });
  process.stdout.write(`${describeHistogram(result.histogram)}\n`);
  const { summary, isGrowing } = findGrowth(result.memory);
  tell(`seed ${seed}: ${result.sent} requests, ${result.faults.length} faults; ${summary}`);
  if (result.faults.length > 0 || isGrowing) process.exitCode = 1;
};

startProgram({ help: HELP, readOptions, run });
