export const PLUGIN_ID = 'ai-tools';

export const TOOL_UID = 'plugin::ai-tools.tool';
export const PROVIDER_UID = 'plugin::ai-tools.provider';
export const LOG_UID = 'plugin::ai-tools.log';
