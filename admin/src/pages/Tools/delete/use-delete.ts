import * as React from 'react';
import { useNotification } from '@strapi/strapi/admin';
import type { ToolListEntry } from '../../../../../contracts/tool-admin';
import { useDeleteToolMutation } from '../../../api/tools';
import { useRefusal } from '../../../components/form/SaveForm';
import { useText } from '../../../components/Texts';

/** Deletes tools one by one, and stops at the first that is refused; what was deleted is told. */
export const useDelete = (tools: readonly ToolListEntry[]) => {
  const text = useText();
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();
  const [deleteTool] = useDeleteToolMutation();
  const [isDeleting, setDeleting] = React.useState(false);
  // what is gone cannot be deleted once more, when somebody tries again
  const [gone, setGone] = React.useState<readonly string[]>([]);
  const left = tools.filter(({ id }) => !gone.includes(id));

  /** True when all of them are gone. */
  const deleteAll = async (): Promise<boolean> => {
    setDeleting(true);
    const deleted: ToolListEntry[] = [];
    for (const [index, tool] of left.entries()) {
      const answer = await deleteTool({ id: tool.id, more: index < left.length - 1 });
      // one that somebody else has deleted meanwhile is as gone as was wanted
      if ('error' in answer && answer.error.name !== 'NotFoundError') {
        toggleNotification({ type: 'danger', message: readRefusal(answer.error).sentence });
        break;
      }
      deleted.push(tool);
    }
    setDeleting(false);
    setGone([...gone, ...deleted.map(({ id }) => id)]);
    const [first] = deleted;
    if (first) {
      const message = text('tools.deleted', { tools: deleted.length, name: first.name });
      toggleNotification({ type: 'success', message });
    }
    return deleted.length === left.length;
  };
  return { left, deleteAll, isDeleting };
};
