import { useNotification } from '@strapi/strapi/admin';
import type { ToolListEntry } from '../../../../../contracts/tool-admin';
import {
  useClearToolResultsMutation,
  useDuplicateToolMutation,
  useExportToolsMutation,
  useSwitchToolMutation,
} from '../../../api/tools';
import { useRefusal } from '../../../components/form/SaveForm';
import { useText } from '../../../components/Texts';
import { downloadJson, exportFileName } from './export-file';

/** What is done at once, without asking, and told when it is done. */
export const useToolActions = (onCopy: (id: string) => void) => {
  const text = useText();
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();
  const [duplicateTool] = useDuplicateToolMutation();
  const [exportTools] = useExportToolsMutation();
  const [switchTool] = useSwitchToolMutation();
  const [clearResults] = useClearToolResultsMutation();

  const refuse = (error: Parameters<typeof readRefusal>[0]): void =>
    toggleNotification({ type: 'danger', message: readRefusal(error).sentence });

  return {
    duplicate: async ({ id }: ToolListEntry): Promise<void> => {
      const answer = await duplicateTool(id);
      if ('error' in answer) return refuse(answer.error);
      const { id: copy, fields } = answer.data.data;
      onCopy(copy);
      toggleNotification({ type: 'success', message: text('tools.duplicated', { name: fields.name }) });
    },

    /** Every tool of the site when none are given. */
    export: async (tools: readonly ToolListEntry[] | null): Promise<void> => {
      const answer = await exportTools(tools ? { ids: tools.map(({ id }) => id) } : {});
      if ('error' in answer) return refuse(answer.error);
      const file = answer.data.data;
      downloadJson(
        exportFileName(
          file.tools.map(({ slug }) => slug),
          new Date(),
        ),
        file,
      );
      toggleNotification({ type: 'success', message: text('tools.exported', { tools: file.tools.length }) });
    },

    setEnabled: async (tools: readonly ToolListEntry[], enabled: boolean): Promise<void> => {
      const wanted = tools.filter((tool) => tool.enabled !== enabled);
      const refusals = new Set<string>();
      let changed = 0;
      for (const [index, { id }] of wanted.entries()) {
        const answer = await switchTool({ id, enabled, more: index < wanted.length - 1 });
        if ('error' in answer) refusals.add(readRefusal(answer.error).sentence);
        else changed += 1;
      }
      // each reason once: many tools are mostly refused for the same
      for (const message of refusals) toggleNotification({ type: 'danger', message });
      if (changed === 0 && refusals.size > 0) return;
      toggleNotification({
        type: 'success',
        message: text(enabled ? 'tools.switched-on-some' : 'tools.switched-off-some', { tools: changed }),
      });
    },

    clearResults: async ({ slug, name }: ToolListEntry): Promise<void> => {
      const answer = await clearResults(slug);
      if ('error' in answer) return refuse(answer.error);
      const { dropped, everywhere } = answer.data.data;
      toggleNotification({
        type: everywhere ? 'success' : 'warning',
        message: text(everywhere ? 'tools.cleared' : 'tools.cleared-here', { name, answers: dropped }),
      });
    },
  };
};
