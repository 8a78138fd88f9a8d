import * as React from 'react';
import type { ImportStep, ImportTools } from '../../../../../contracts/tool-files';
import { useImportToolsMutation } from '../../../api/tools';
import { useRefusal } from '../../../components/form/SaveForm';
import { useText } from '../../../components/Texts';
import { readJson } from './import-file';
import type { Choices } from './import-file';

interface Checked {
  document: unknown;
  steps: ImportStep[];
}

/** An import from the text of a file to what became of it. Nothing is written before `run`. */
export const useImport = () => {
  const text = useText();
  const readRefusal = useRefusal();
  const [importTools, { isLoading }] = useImportToolsMutation();
  const [isImporting, setImporting] = React.useState(false);
  const [checked, setChecked] = React.useState<Checked | null>(null);
  const [choices, setChoices] = React.useState<Choices>({});
  const [problem, setProblem] = React.useState<string | null>(null);
  const lastQuestion = React.useRef(0);

  /** Whatever is still on its way comes too late from here on. */
  const forgetAsked = (): number => {
    lastQuestion.current += 1;
    return lastQuestion.current;
  };

  /** Null when the server refused the file, or when something else has been asked meanwhile. */
  const ask = async (request: ImportTools.Request): Promise<ImportTools.Response['data'] | null> => {
    const question = forgetAsked();
    const answer = await importTools(request);
    if (question !== lastQuestion.current) return null;
    if ('error' in answer) {
      const { sentence, fields } = readRefusal(answer.error);
      setProblem(fields.document ? text('tools.import.refused', { reason: fields.document }) : sentence);
      return null;
    }
    setProblem(null);
    setChecked({ document: request.document, steps: answer.data.data.steps });
    return answer.data.data;
  };

  return {
    steps: checked?.steps ?? null,
    choices,
    problem,
    isBusy: isLoading,
    /** whether tools are being written, and nothing can be chosen any more */
    isImporting,

    /** Says what would become of the tools of a file. */
    check: async (content: string): Promise<void> => {
      forgetAsked();
      const file = readJson(content);
      setChoices({});
      if ('reason' in file) setProblem(text('tools.import.no-json', { reason: file.reason }));
      else await ask({ document: file.document, dry_run: true });
    },

    choose: async (chosen: Choices): Promise<void> => {
      setChoices(chosen);
      if (checked) await ask({ document: checked.document, choices: chosen, dry_run: true });
    },

    /** True when the tools were imported. */
    run: async (): Promise<boolean> => {
      if (!checked) return false;
      setImporting(true);
      const outcome = await ask({ document: checked.document, choices });
      setImporting(false);
      return outcome?.imported ?? false;
    },

    forget: (): void => {
      if (isImporting) return;
      forgetAsked();
      setChecked(null);
      setProblem(null);
    },
  };
};
