import * as React from 'react';
import { useFieldFault } from '../../../components/form/field-faults';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import type { ToolValues } from '../form/tool-values';
import { PromptEditor } from '../prompt/PromptEditor';
import type { PromptEditorProps } from '../prompt/PromptEditor';
import type { ToolReport } from '../use-live-check';
import { TokenMeter } from './TokenMeter';

interface PromptFieldsProps {
  prompt: ToolValues['prompt_template'];
  system: ToolValues['system_instruction'];
  inputs: PromptEditorProps['inputs'];
  hasExamples: boolean;
  report: ToolReport | null;
  disabled: boolean;
  set(field: string, value: unknown): void;
}

const Editor = React.memo(PromptEditor);
const NONE: readonly string[] = [];

/** What the model is told: the prompt, and who it is to be. */
export const PromptFields = ({
  prompt,
  system,
  inputs,
  hasExamples,
  report,
  disabled,
  set,
}: PromptFieldsProps) => {
  const text = useText();
  const latestSet = React.useRef(set);
  latestSet.current = set;
  const setPrompt = React.useCallback((next: string) => latestSet.current('prompt_template', next), []);
  const setSystem = React.useCallback(
    (next: string) => latestSet.current('system_instruction', next || null),
    [],
  );
  const unused = report?.placeholders.unused ?? NONE;
  const filling = hasExamples ? 'example' : 'made-up';
  const countedWith = inputs.length > 0 ? filling : null;
  return (
    <Panel title={text('tool-builder.section.prompt')}>
      <Editor
        name="prompt_template"
        label={text('tool-builder.prompt')}
        required
        value={prompt}
        onChange={setPrompt}
        inputs={inputs}
        unknown={report?.placeholders.prompt_template.unknown ?? NONE}
        unused={unused}
        fault={useFieldFault('prompt_template') ?? null}
        disabled={disabled}
      />
      <Editor
        name="system_instruction"
        label={text('tool-builder.system')}
        hint={text('tool-builder.system-hint')}
        value={system ?? ''}
        onChange={setSystem}
        inputs={inputs}
        unknown={report?.placeholders.system_instruction.unknown ?? NONE}
        unused={unused}
        rows={3}
        fault={useFieldFault('system_instruction') ?? null}
        disabled={disabled}
      />
      {report && <TokenMeter tokens={report.tokens} countedWith={countedWith} />}
    </Panel>
  );
};
