/** The table of mappings, with a row for each type and tool. */
export const CONTENT_MAPPING_TABLE = 'ai_tools_content_mappings';

const required = { notNullable: true };

/** The host creates this table and keeps it; it is no content type, so nothing of it shows anywhere. */
export const contentMappingModels = [
  {
    uid: 'plugin::ai-tools.content-mapping',
    singularName: 'content-mapping',
    tableName: CONTENT_MAPPING_TABLE,
    attributes: {
      id: { type: 'increments' },
      content_type: { type: 'string', column: required },
      tool: { type: 'string', column: required },
      /** as JSON */
      mapping: { type: 'text', column: required },
    },
    indexes: [
      {
        type: 'unique',
        name: `${CONTENT_MAPPING_TABLE}_content_type_tool`,
        columns: ['content_type', 'tool'],
      },
    ],
  },
] as const;
