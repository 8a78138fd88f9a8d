const RUNS = 'ai_tools_bulk_runs';
const ITEMS = 'ai_tools_bulk_items';

/** The tables of bulk runs, by what they hold. */
export const BULK_TABLES = { runs: RUNS, items: ITEMS } as const;

const required = { notNullable: true };

/**
 * The host creates these tables and keeps them; they are no content types, so nothing of them shows anywhere. Money is
 * in whole millionths of a dollar and time in milliseconds since 1970, both in columns of 64 bits; what is no plain
 * value is JSON as text, which no database rewrites.
 */
export const bulkModels = [
  {
    uid: 'plugin::ai-tools.bulk-run',
    singularName: 'bulk-run',
    tableName: RUNS,
    attributes: {
      id: { type: 'increments' },
      content_type: { type: 'string', column: required },
      locale: { type: 'string' },
      tool: { type: 'string', column: required },
      inputs: { type: 'text', column: required },
      target: { type: 'string', column: required },
      state: { type: 'string', column: required },
      // administrators: who started it, and whose rights hold now
      started_by: { type: 'biginteger', column: required },
      actor: { type: 'biginteger', column: required },
      started_at: { type: 'biginteger', column: required },
      ended_at: { type: 'biginteger' },
      waits_until: { type: 'biginteger' },
      stopped_because: { type: 'text' },
      cost_micros: { type: 'biginteger', column: required },
      // 0 once a part of the cost is not known
      cost_known: { type: 'integer', column: required },
      // the process that works on it; one that no longer raises `lease_beat` is dead
      lease_owner: { type: 'string' },
      lease_beat: { type: 'biginteger', column: required },
    },
    indexes: [
      { name: 'ai_tools_bulk_runs_state', columns: ['state'] },
      { name: 'ai_tools_bulk_runs_content_type', columns: ['content_type'] },
    ],
  },
  {
    uid: 'plugin::ai-tools.bulk-item',
    singularName: 'bulk-item',
    tableName: ITEMS,
    attributes: {
      id: { type: 'increments' },
      run: { type: 'biginteger', column: required },
      document_id: { type: 'string', column: required },
      label: { type: 'string', column: required },
      state: { type: 'string', column: required },
      error: { type: 'text' },
      // what was there before, and what the run has written
      before: { type: 'text' },
      written: { type: 'text' },
    },
    indexes: [{ name: 'ai_tools_bulk_items_run', columns: ['run', 'state', 'id'] }],
  },
] as const;
