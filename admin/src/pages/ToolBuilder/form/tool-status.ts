import type { AdminTool } from '../../../../../contracts/tool-admin';

/** How a tool is, in a word; `problem` when it is switched on and still cannot be run. */
export const toolStatus = (tool: AdminTool | null): 'new' | 'on' | 'off' | 'problem' => {
  if (!tool) return 'new';
  if (!tool.fields.enabled) return 'off';
  return tool.problem === null ? 'on' : 'problem';
};
