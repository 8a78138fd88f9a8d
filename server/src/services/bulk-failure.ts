import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import type { ErrorBody } from '../../../contracts/errors';
import { bulkError } from '../engine/bulk-error';
import type { BulkItemRow } from '../stores/bulk-rows';
import { faultCode, isFaultOfRow, isTransient, withoutStatement } from '../stores/database-faults';
import { LostRun } from './bulk-write';

/** A driver's message quotes the values of the row in the statement before its own words. */
const wordsOf = (error: unknown): string => {
  if (error instanceof Error && !('code' in error)) return error.stack ?? error.message;
  return `${faultCode(error)}: ${withoutStatement(error)}`;
};

/**
 * Why an entry could not be read or written, in words for the person who can act; null when somebody was in the way, or
 * the run is no longer this process's. What the site's own code throws goes to the site's log, and nowhere else. A
 * database that is out of reach needs no case: then the failure cannot be marked either, and the entry waits.
 */
export const failureOfEntry = (
  strapi: Core.Strapi,
  { run, document_id }: BulkItemRow,
  doing: 'read' | 'write' | 'put back',
  error: unknown,
): ErrorBody | null => {
  if (error instanceof LostRun || isTransient(error)) return null;
  if (error instanceof errors.ApplicationError) {
    return bulkError(`The site refuses the value: ${error.message}`);
  }
  if (isFaultOfRow(error)) return bulkError(`The database does not take the value (${faultCode(error)}).`);
  strapi.log.error(
    `[ai-tools] bulk run ${run} could not ${doing} the entry ${document_id}: ${wordsOf(error)}`,
  );
  return bulkError(`The site failed to ${doing} this entry; its log says why.`, 'internal_error');
};
