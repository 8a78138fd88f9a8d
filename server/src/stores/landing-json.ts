import { z } from 'zod';
import { ERRORS } from '../../../contracts/errors';
import type { ErrorCode } from '../../../contracts/errors';
import type { Landing } from '../engine/neighbours';
import { ToolError } from '../engine/tool-error';
import { answerSchema, readJson, usageSchema } from './answer-json';

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERRORS, code);

const errorCode = z.custom<ErrorCode>(isErrorCode);

const tried = z.object({
  provider: z.string(),
  model: z.string(),
  startedAt: z.number(),
  endedAt: z.number(),
  code: errorCode.nullable(),
});

const ledgerSchema = z.object({
  payments: z.array(z.object({ usage: usageSchema, costMicros: z.number().nullable() })),
  attempts: z.number(),
  providerMs: z.number().nullable(),
  tries: z.array(tried),
});

/** An error without what only the instance where it happened can use. */
const errorSchema = z.object({
  code: errorCode,
  message: z.string(),
  providerStatus: z.number().optional(),
  retryAfterSeconds: z.number().optional(),
});

const landedSchema = z.object({
  answer: answerSchema.nullable(),
  error: errorSchema.nullable(),
  bill: ledgerSchema.nullable(),
});

/** How a flight ended, for an instance elsewhere. */
export const writeLanding = ({ outcome, bill }: Landing): string => {
  const isError = outcome instanceof ToolError;
  return JSON.stringify({
    answer: isError ? null : outcome,
    error: isError
      ? {
          code: outcome.code,
          message: outcome.message,
          providerStatus: outcome.facts.providerStatus,
          retryAfterSeconds: outcome.facts.retryAfterSeconds,
        }
      : null,
    bill: bill && {
      payments: bill.payments,
      attempts: bill.attempts,
      providerMs: bill.providerMs,
      tries: bill.tries,
    },
  } satisfies z.input<typeof landedSchema>);
};

/** Null for what another release, or somebody else, has written. */
export const readLanding = (json: string): Landing | null => {
  const landed = readJson(landedSchema, json);
  if (!landed) return null;
  const { answer, error } = landed;
  const bill = landed.bill && { prepared: null, ...landed.bill };
  if (answer) return { outcome: answer, bill };
  if (!error) return null;
  const { code, message, ...facts } = error;
  return { outcome: new ToolError(code, message, facts), bill };
};
