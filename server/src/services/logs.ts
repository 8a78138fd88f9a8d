import path from 'node:path';
import type { Core } from '@strapi/types';
import { LOG_UID } from '../../../contracts/plugin-id';
import type { LogRow } from '../engine/log-row';
import { redactSecrets } from '../engine/redact';
import { storableJson, storableText } from '../engine/storable';
import { toLogEntry } from '../stores/log-entry';
import { createLogStore } from '../stores/log-store';
import { createLogTable } from '../stores/log-table';
import type { LogTable } from '../stores/log-table';
import { getService } from './get-service';

const redactInputs = (inputs: unknown, keys: readonly string[]): unknown =>
  JSON.parse(redactSecrets(JSON.stringify(storableJson(inputs) ?? null), keys));

/** Columns that the database fills, or that a row of nobody's leaves empty. */
const NOT_OURS = new Set(['id', 'locale']);

const openTable = (strapi: Core.Strapi): LogTable => {
  const { tableName, attributes } = strapi.db.metadata.get(LOG_UID);
  return createLogTable({
    knex: strapi.db.connection,
    from: () => strapi.db.getConnection(tableName),
    columns: Object.values(attributes).flatMap((attribute) =>
      'columnName' in attribute && attribute.columnName && !NOT_OURS.has(attribute.columnName)
        ? attribute.columnName
        : [],
    ),
  });
};

/** Writes what happened. */
export const createLogsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { capture, durability, journal_folder } = getService(strapi, 'settings').logs;
  let table: LogTable | undefined;
  const store = createLogStore({
    durability,
    folder: path.resolve(strapi.dirs.app.root, journal_folder),
    table: () => (table ??= openTable(strapi)),
    warn: (message) => strapi.log.warn(`[ai-tools] ${message}`),
  });

  /**
   * Bodies only as the site wants them: they hold what its visitors typed. Whose keys are not known cannot be taken
   * out, so then there are none at all.
   */
  const withBodies = (row: LogRow, keys: readonly string[] | null): LogRow => {
    if (keys === null) return { ...row, inputs: null, output: null, error_message: null };
    const error_message = row.error_message && redactSecrets(row.error_message, keys);
    const isWanted = capture === 'all' || (capture === 'errors' && row.status !== 'success');
    if (!isWanted) return { ...row, error_message, inputs: null, output: null };
    return {
      ...row,
      error_message,
      inputs: redactInputs(row.inputs, keys),
      output: row.output && redactSecrets(storableText(row.output), keys),
    };
  };

  return {
    /**
     * Resolves when the row survives the death of this process. Never throws: a broken log costs the log, not the
     * answer.
     */
    record: async (row: LogRow): Promise<void> => {
      const endedAt = Date.now();
      const keys = await getService(strapi, 'providers').keys();
      const stored = withBodies(row, keys);
      if (row.error_code === 'internal_error') {
        strapi.log.error(`[ai-tools] ${row.request_id} ${row.tool_slug}: ${stored.error_message ?? ''}`);
      }
      const entry = toLogEntry(stored, endedAt);
      // a hook holds the connection, on SQLite the only one, until its run has ended
      await store.add(entry, !strapi.db.inTransaction());
    },
    start: store.start,
    flush: store.flush,
    status: store.status,
    close: store.close,
  };
};
