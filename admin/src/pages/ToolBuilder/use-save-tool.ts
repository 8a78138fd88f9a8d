import * as React from 'react';
import { useNotification } from '@strapi/strapi/admin';
import { useNavigate } from 'react-router-dom';
import type { AdminTool } from '../../../../contracts/tool-admin';
import type { ToolDraft, ToolFault, ToolFieldValues } from '../../../../contracts/tool-fields';
import { useCreateToolMutation, useUpdateToolMutation } from '../../api/tools';
import { useRefusal } from '../../components/form/SaveForm';
import { useText } from '../../components/Texts';
import { pathTo } from '../../sections';
import { conflictOf, faultsOf } from './form/read-refusal';
import { toChanges, toDraft, toNewTool, toValues } from './form/tool-values';
import type { ToolValues } from './form/tool-values';
import type { ToolReport } from './use-live-check';

interface SaveToolOptions {
  /** null for a tool that is not there yet */
  saved: AdminTool | null;
  /** what the form began with */
  before: ToolFieldValues;
  /** what stands in the form now */
  draft: ToolDraft;
  /** what the server said last of a draft */
  report: ToolReport | null;
  /** asks the server what is wrong with what stands in the form now */
  checkNow(draft: ToolDraft): Promise<unknown>;
  onSaved(tool: AdminTool): void;
  onRefused(): void;
}

const NO_FAULTS: readonly ToolFault[] = [];

/** Saves what the form holds, and remembers whether somebody has tried: from then on its faults are shown. */
export const useSaveTool = ({
  saved,
  before,
  draft,
  report,
  checkNow,
  onSaved,
  onRefused,
}: SaveToolOptions) => {
  const text = useText();
  const navigate = useNavigate();
  const { toggleNotification } = useNotification();
  const readRefusal = useRefusal();
  const [create] = useCreateToolMutation();
  const [update] = useUpdateToolMutation();
  const [isTried, setTried] = React.useState(false);
  // counts the refusals: each of them moves the focus, and nothing else does
  const [refusals, setRefusals] = React.useState(0);

  // what somebody else has made of the tool in the meantime
  const [conflict, setConflict] = React.useState<AdminTool | null>(null);
  // the version that somebody has seen and decided to save over
  const seen = React.useRef<string | null>(null);
  React.useEffect(() => {
    seen.current = null;
  }, [saved]);

  // what the server said when it refused: it knows more than a check that does not write
  const [refused, setRefused] = React.useState<{ draft: ToolDraft; faults: ToolFault[] } | null>(null);
  const latestDraft = React.useRef(draft);
  latestDraft.current = draft;
  React.useEffect(() => {
    // a report of something else than what was refused is newer than the refusal
    setRefused((before) => (before?.draft === latestDraft.current ? before : null));
  }, [report]);

  const refuse = (sentence: string, faults: ToolFault[]): void => {
    setRefused({ draft, faults });
    setTried(true);
    setRefusals((count) => count + 1);
    onRefused();
    toggleNotification({ type: 'danger', message: sentence });
  };

  // the form can be submitted by a key before it is drawn as one that is being sent
  const saving = React.useRef<Promise<void> | null>(null);

  const send = async (
    values: ToolValues,
    { resetForm }: { resetForm(values: ToolValues): void },
  ): Promise<void> => {
    const { draft: whole, unreadable } = toDraft(values, before);
    if (unreadable.length > 0 || values.unkept_inputs.length > 0) {
      // nothing is sent that would be refused, and the rest is to be told all the same
      await checkNow(whole);
      return refuse(text('tool-builder.refused'), []);
    }
    const answer = saved
      ? await update({
          id: saved.id,
          tool: toChanges(values, before),
          updated_at: seen.current ?? saved.updated_at ?? '',
        })
      : await create({ tool: toNewTool(whole) });
    if ('error' in answer) {
      const current = conflictOf(answer.error);
      if (current) return setConflict(current);
      const faults = faultsOf(answer.error);
      const hasField = faults.some(({ field }) => field !== '');
      return refuse(hasField ? text('tool-builder.refused') : readRefusal(answer.error).sentence, faults);
    }
    const tool = answer.data.data;
    setTried(false);
    setRefused(null);
    onSaved(tool);
    // while the form is still being submitted, so that its guard lets the address change
    if (!saved) navigate(pathTo(`tools/${tool.id}`), { replace: true });
    resetForm(toValues(tool.fields));
    toggleNotification({ type: 'success', message: text('tool-builder.saved', { name: tool.fields.name }) });
  };

  /** Whoever saves twice at once waits for the same save: the form counts as sent until it has ended. */
  const save: typeof send = (values, form) => {
    saving.current ??= send(values, form).finally(() => {
      saving.current = null;
    });
    return saving.current;
  };

  /** Ends the conflict; with `saveOver`, the next save goes over what was seen. */
  const endConflict = (saveOver: boolean): void => {
    seen.current = saveOver ? (conflict?.updated_at ?? null) : null;
    setConflict(null);
  };

  return { save, isTried, refused: refused?.faults ?? NO_FAULTS, refusals, conflict, endConflict };
};
