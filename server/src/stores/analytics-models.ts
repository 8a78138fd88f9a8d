/** The tables of the analytics, by what they hold. */
export const ANALYTICS_TABLES = {
  /** one row for each slot of time that anything ran in */
  slots: 'ai_tools_analytics_slots',
  /** the same with callers told apart: longer, and read only when callers are asked for */
  callerSlots: 'ai_tools_analytics_caller_slots',
  /** how far the log is counted: one row */
  progress: 'ai_tools_analytics_progress',
} as const;

const required = { notNullable: true };

const slotModel = (name: string, tableName: string) => ({
  uid: `plugin::ai-tools.${name}`,
  singularName: name,
  tableName,
  attributes: {
    id: { type: 'increments' },
    /** the length of the slot, and when it starts, in milliseconds */
    level: { type: 'integer', column: required },
    starts_at: { type: 'biginteger', column: required },
    /** the slot has every run of its time whose log row has this id or a lower one */
    counted_to: { type: 'biginteger', column: required },
    entries: { type: 'text', column: required },
  },
  indexes: [{ type: 'unique', name: `${tableName}_slot`, columns: ['level', 'starts_at'] }],
});

/** The host creates these tables and keeps them; they are no content types, so nothing of them shows anywhere. */
export const analyticsModels = [
  slotModel('analytics-slot', ANALYTICS_TABLES.slots),
  slotModel('analytics-caller-slot', ANALYTICS_TABLES.callerSlots),
  {
    uid: 'plugin::ai-tools.analytics-progress',
    singularName: 'analytics-progress',
    tableName: ANALYTICS_TABLES.progress,
    attributes: {
      id: { type: 'increments' },
      name: { type: 'string', column: { ...required, unique: true } },
      /** log rows to this id are counted */
      counted_to: { type: 'biginteger', column: required },
      /** hours that ended by then were compared with the log */
      checked_to: { type: 'biginteger', column: required },
      /** changes with every write to any of the three tables */
      version: { type: 'biginteger', column: required },
    },
    indexes: [],
  },
];
