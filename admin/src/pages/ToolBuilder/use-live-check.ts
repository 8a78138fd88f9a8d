import * as React from 'react';
import type { CheckTool } from '../../../../contracts/tool-check';
import type { ToolDraft } from '../../../../contracts/tool-fields';
import { useCheckToolMutation } from '../../api/tools';
import { checkInputs } from './form/check-inputs';

const PAUSE_MS = 400;

export type ToolReport = CheckTool.Response['data'];

/** What the server says of the draft, asked anew when somebody stops typing; null until it has said something. */
export const useLiveCheck = (
  draft: ToolDraft,
  id: string | null,
): { report: ToolReport | null; checkNow(draft: ToolDraft): Promise<ToolReport | null> } => {
  const [check] = useCheckToolMutation();
  const [report, setReport] = React.useState<ToolReport | null>(null);
  const latest = React.useRef(0);
  const isFirst = React.useRef(true);
  const timer = React.useRef<ReturnType<typeof setTimeout>>();

  const checkNow = React.useCallback(
    async (asked: ToolDraft): Promise<ToolReport | null> => {
      // asked again meanwhile, this answer would count for nothing, and who waits for its faults would see none
      clearTimeout(timer.current);
      latest.current += 1;
      const mine = latest.current;
      const answer = await check({ tool: asked, inputs: checkInputs(asked), ...(id !== null && { id }) });
      if (!('data' in answer) || !answer.data) return null;
      // an answer that was overtaken says nothing about what stands there now
      if (mine === latest.current) setReport(answer.data.data);
      return answer.data.data;
    },
    [check, id],
  );

  React.useEffect(() => {
    timer.current = setTimeout(() => void checkNow(draft), isFirst.current ? 0 : PAUSE_MS);
    isFirst.current = false;
    return () => clearTimeout(timer.current);
  }, [checkNow, draft]);

  return { report, checkNow };
};
