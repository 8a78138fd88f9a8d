import path from 'node:path';
import type { Core } from '@strapi/types';
import { LOG_UID } from '../../../contracts/plugin-id';
import { hasOutsideText, withBodies, withoutBodies } from '../engine/log-bodies';
import type { BodyRules } from '../engine/log-bodies';
import type { LogRow } from '../engine/log-row';
import { compileRedaction } from '../engine/redaction-rules';
import { faultCode } from '../stores/database-faults';
import { toLogEntry } from '../stores/log-entry';
import { createLogStore } from '../stores/log-store';
import { createLogTable } from '../stores/log-table';
import type { LogTable } from '../stores/log-table';
import { onceAMinute } from '../stores/once-a-minute';
import { getService } from './get-service';

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
  const { redact, durability, journal_folder } = getService(strapi, 'settings').logs;
  const settings = getService(strapi, 'settings-in-force');
  const warn = (message: string) => strapi.log.warn(`[ai-tools] ${message}`);
  const redactBySite = compileRedaction(
    redact,
    onceAMinute((error: unknown) => {
      // not its message, which may quote what it was to take out
      warn(`a function of logs.redact failed (${faultCode(error)}): the text is left out of the log`);
    }),
  );
  const warnOfBodies = onceAMinute((error: unknown) => {
    // not its message, which may quote what nobody has redacted
    warn(`the bodies of a run could not be made ready for the log (${faultCode(error)}): they are left out`);
  });
  const rulesInForce = (): BodyRules => {
    const { capture, max_body_bytes } = settings.current().logs;
    return { capture, maxBytes: max_body_bytes, redact: redactBySite };
  };
  const prepare = async (row: LogRow): Promise<LogRow> => {
    const bodyRules = rulesInForce();
    try {
      const keys = hasOutsideText(row, bodyRules) ? await getService(strapi, 'providers').keys() : [];
      return withBodies(row, bodyRules, keys);
    } catch (error) {
      warnOfBodies(error);
      return withoutBodies(row, bodyRules);
    }
  };
  let table: LogTable | undefined;
  const store = createLogStore({
    durability,
    folder: path.resolve(strapi.dirs.app.root, journal_folder),
    table: () => (table ??= openTable(strapi)),
    warn,
  });

  return {
    /**
     * Resolves when the row survives the death of this process. Never throws: a broken log costs the log, not the
     * answer.
     */
    record: async (row: LogRow): Promise<void> => {
      const endedAt = Date.now();
      const stored = await prepare(row);
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
