import { z } from 'zod';
import { parseArguments } from './arguments';

export const CASES = ['hit', 'instant', 'slow', 'passwords', 'memory', 'log-memory'] as const;
export const CALLERS = ['public', 'basic', 'token'] as const;
export const DATABASES = ['sqlite', 'postgres'] as const;

export type Caller = (typeof CALLERS)[number];
export type Database = (typeof DATABASES)[number];
/** The cases that are measured under load, at each concurrency and for each caller. */
export type LoadCase = 'hit' | 'instant' | 'slow';

export const HELP = `npm run bench -- [options]

  --quick                 about two minutes: one round of a second, without the memory cases
  --seconds 2             length of a measurement
  --rounds 3              measurements of each; the targets take turns
  --cases hit,instant     some of ${CASES.join(', ')}
  --concurrency 1,16,64   requests at a time
  --callers public,token  some of ${CALLERS.join(', ')}
  --database sqlite       one of ${DATABASES.join(', ')}, all; a PostgreSQL server is looked for as in the tests
  --results 100000        in the memory case
  --without-gateway       without the other gateway, which npm has to fetch
  --without-log           the plugin without its log, to see what the log costs
  --profile folder        a .cpuprofile of each target's last round; the profiler falsifies that round
  --write                 puts the tables into docs/performance.md
`;

const listOf = <const Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)));

const optionsSchema = z.object({
  quick: z.boolean().default(false),
  seconds: z.coerce.number().positive().optional(),
  rounds: z.coerce.number().int().positive().optional(),
  cases: listOf(CASES).optional(),
  concurrency: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.coerce.number<string>().int().positive()))
    .optional(),
  callers: listOf(CALLERS).default([...CALLERS]),
  database: z.enum([...DATABASES, 'all']).default('all'),
  results: z.coerce.number().int().min(10).default(100_000),
  'without-gateway': z.boolean().default(false),
  'without-log': z.boolean().default(false),
  profile: z.string().optional(),
  write: z.boolean().default(false),
  help: z.boolean().default(false),
});

export const readOptions = (args: string[]) => {
  const options = parseArguments(optionsSchema, args);
  const { quick } = options;
  return {
    ...options,
    seconds: options.seconds ?? (quick ? 1 : 2),
    rounds: options.rounds ?? (quick ? 1 : 3),
    concurrency: options.concurrency ?? (quick ? [1, 16] : [1, 16, 64]),
    cases: options.cases ?? CASES.filter((name) => !quick || !name.endsWith('memory')),
    warmUpSeconds: quick ? 0.5 : 3,
    databases: DATABASES.filter((name) => options.database === 'all' || options.database === name),
  };
};

export type Options = ReturnType<typeof readOptions>;
