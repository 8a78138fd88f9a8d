import { z } from 'zod';
import { describeFaults, toFaults } from './faults';
import type { Inputs } from './input-schema';
import { ToolError } from './tool-error';

/** The codes by which a site says no. The others tell of faults, and whoever watches for those is not to be misled. */
const REFUSAL_CODES = [
  'content_refused',
  'invalid_input',
  'tool_not_found',
  'rate_limit_exceeded',
  'budget_exceeded',
] as const;

const refusalSchema = z.strictObject({
  /** for the caller */
  message: z.string().min(1),
  // well-formed, understood and unwanted, by somebody who judges what a request is about
  code: z.enum(REFUSAL_CODES).default('content_refused'),
  retry_after_seconds: z.int().min(1).optional(),
});

const verdictSchema = z
  .strictObject({
    inputs: z.record(z.string(), z.unknown()).optional(),
    refuse: refusalSchema.optional(),
  })
  .nullish();

/** Nothing, to let a run go on as it is; or what its inputs are from here on; or why it may not go on. */
export type Verdict = z.input<typeof verdictSchema>;

const toToolError = ({ message, code, retry_after_seconds }: z.output<typeof refusalSchema>): ToolError =>
  new ToolError(code, message, {
    ...(code === 'invalid_input' && { inputs: [{ input: '', message }] }),
    ...(retry_after_seconds !== undefined && { retryAfterSeconds: retry_after_seconds }),
  });

/** The inputs to go on with. Throws a ToolError for a refusal, and an Error for what is no verdict. */
export const followVerdict = (returned: unknown, inputs: Inputs): Inputs => {
  const reading = verdictSchema.safeParse(returned);
  if (!reading.success) {
    const faults = describeFaults(toFaults(reading.error));
    throw new Error(
      `A beforeExecute hook returns nothing, { inputs } or { refuse: { message, code } }: ${faults}`,
    );
  }
  if (reading.data?.refuse) throw toToolError(reading.data.refuse);
  return reading.data?.inputs ?? inputs;
};
