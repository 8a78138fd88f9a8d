import type { Core } from '@strapi/types';
import { z } from 'zod';
import { ERRORS } from '../../../contracts/errors';
import type { ErrorCode } from '../../../contracts/errors';
import { LOG_UID } from '../../../contracts/plugin-id';
import type { ProviderFailure } from '../../../contracts/providers';

/** However long the log is, only its end is read. */
const LATEST_RUNS = 1000;

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

const runSchema = z.object({
  provider: z.string(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  createdAt: z.coerce.date(),
});

/** Ours are 4xx or `internal_error`; a provider that is not set up has not failed. */
const NOT_ITS_FAULT: readonly ErrorCode[] = ['internal_error', 'provider_not_configured'];

const toFailure = ({ error_code, error_message, createdAt }: z.output<typeof runSchema>) => {
  if (error_code === null || !isErrorCode(error_code)) return null;
  if (ERRORS[error_code].status < 500 || NOT_ITS_FAULT.includes(error_code)) return null;
  return { code: error_code, message: error_message ?? '', at: createdAt.toISOString() };
};

/** The providers whose latest run, among the latest of the site, failed through their own fault. */
export const findLastFailures = async (strapi: Core.Strapi): Promise<Map<string, ProviderFailure>> => {
  const rows: unknown[] = await strapi.db.query(LOG_UID).findMany({
    select: ['provider', 'error_code', 'error_message', 'createdAt'],
    where: { cached: false, provider: { $notNull: true } },
    orderBy: { id: 'desc' },
    limit: LATEST_RUNS,
  });
  const failures = new Map<string, ProviderFailure>();
  const seen = new Set<string>();
  for (const run of z.array(runSchema).parse(rows)) {
    if (seen.has(run.provider)) continue;
    seen.add(run.provider);
    const failure = toFailure(run);
    if (failure) failures.set(run.provider, failure);
  }
  return failures;
};
