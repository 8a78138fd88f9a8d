import { z } from 'zod';
import { parseArguments } from '../arguments';
import { DATABASES } from './backing';

export const HELP = `npm run soak -- [options]

  --minutes 30          how long faults are injected; some minutes more for the start, the measuring and the end
  --seed 1              for the same requests and the same order of faults; otherwise one by chance, which is printed
  --database postgres   one of ${DATABASES.join(', ')}; servers are looked for as in the tests
  --rate 200            requests a second, instead of two thirds of what the site gets through
  --write               puts the tables into docs/performance.md
`;

const optionsSchema = z.object({
  minutes: z.coerce.number().positive().default(30),
  seed: z.coerce.number().int().min(0).optional(),
  database: z.enum(DATABASES).default('postgres'),
  rate: z.coerce.number().positive().optional(),
  write: z.boolean().default(false),
  help: z.boolean().default(false),
});

export const readOptions = (args: string[]) => {
  const options = parseArguments(optionsSchema, args);
  return { ...options, seed: options.seed ?? Math.floor(Math.random() * 1_000_000) };
};

export type Options = ReturnType<typeof readOptions>;
