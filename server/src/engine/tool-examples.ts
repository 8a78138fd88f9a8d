import { z } from 'zod';
import { LONGEST_EXAMPLE_NAME, MOST_EXAMPLES } from '../../../contracts/tool-fields';
import type { ToolExample } from '../../../contracts/tool-fields';
import type { Fault } from './faults';
import type { InputValidator } from './input-schema';

/** Of all of them together: a tool is kept in memory, and its examples with it. */
const MAX_CHARACTERS = 100_000;

/** Sets of inputs that are kept with a tool, to try it with. */
export const toolExamplesSchema = z
  .array(
    z.strictObject({
      name: z.string().trim().min(1).max(LONGEST_EXAMPLE_NAME),
      inputs: z.record(z.string(), z.unknown()),
    }),
  )
  .max(MOST_EXAMPLES, `can be ${MOST_EXAMPLES} at the most`)
  .refine(
    (examples) => JSON.stringify(examples).length <= MAX_CHARACTERS,
    `must be shorter than ${MAX_CHARACTERS} characters, all of them together`,
  )
  .refine(
    (examples) => new Set(examples.map(({ name }) => name)).size === examples.length,
    'must have names that differ',
  );

/** What keeps an example from being run: a schema that has changed leaves examples behind that no longer fit. */
export const findExampleFaults = (examples: readonly ToolExample[], validate: InputValidator): Fault[] =>
  examples.flatMap(({ name, inputs }, index) => {
    const outcome = validate(inputs);
    if ('inputs' in outcome) return [];
    return outcome.faults.map(({ input, message }) => ({
      field: `examples[${index}].inputs`,
      message: `The example "${name}" does not fit the inputs: ${input ? `"${input}" ` : ''}${message}`,
    }));
  });
