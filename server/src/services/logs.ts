import type { Core } from '@strapi/types';
import { LOG_UID } from '../../../contracts/plugin-id';
import type { LogRow } from '../engine/log-row';
import { redactSecrets } from '../engine/redact';
import { storableJson, storableText } from '../engine/storable';
import { getService } from './get-service';

const redactInputs = (inputs: unknown, keys: readonly string[]): unknown =>
  JSON.parse(redactSecrets(JSON.stringify(storableJson(inputs) ?? null), keys));

/** The database driver's words without the statement before them, which quotes every value of the row. */
const withoutStatement = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(' - ').at(-1) ?? '';

/** Writes what happened. */
export const createLogsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { capture } = getService(strapi, 'settings').logs;

  /** Bodies only as the site wants them: they hold what its visitors typed. */
  const withBodies = (row: LogRow, keys: readonly string[]): LogRow => {
    const isWanted = capture === 'all' || (capture === 'errors' && row.status !== 'success');
    if (!isWanted) return { ...row, inputs: null, output: null };
    return {
      ...row,
      inputs: redactInputs(row.inputs, keys),
      output: row.output && redactSecrets(storableText(row.output), keys),
    };
  };

  return {
    /** Never throws: a broken log costs the log, not the answer. */
    record: async (row: LogRow): Promise<void> => {
      const keys = await getService(strapi, 'providers').keys();
      const error_message = row.error_message && redactSecrets(row.error_message, keys);
      if (row.error_code === 'internal_error') {
        strapi.log.error(`[ai-tools] ${row.request_id} ${row.tool_slug}: ${error_message ?? ''}`);
      }
      try {
        await strapi.db.query(LOG_UID).create({ data: { ...withBodies(row, keys), error_message } });
      } catch (error) {
        strapi.log.error(`[ai-tools] the log row ${row.request_id} is lost: ${withoutStatement(error)}`);
      }
    },
  };
};
