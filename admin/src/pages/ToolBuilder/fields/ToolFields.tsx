import * as React from 'react';
import type { AdminTool } from '../../../../../contracts/tool-admin';
import type { ToolFault } from '../../../../../contracts/tool-fields';
import type { FindToolOptions } from '../../../../../contracts/tool-options';
import { InputSchemaEditor } from '../inputs/InputSchemaEditor';
import type { ToolReport } from '../use-live-check';
import type { ToolValues } from '../form/tool-values';
import { useInputSchema } from '../form/use-input-schema';
import { BasicFields } from './BasicFields';
import { FallbackFields } from './FallbackFields';
import { FunctionFields } from './FunctionFields';
import { LimitFields } from './LimitFields';
import { PromptFields } from './PromptFields';
import { ResponseFields } from './ResponseFields';
import { TargetFields } from './TargetFields';
import { TuningFields } from './TuningFields';

export interface ToolFieldsProps {
  /** as it is saved; null for one that was never */
  tool: AdminTool | null;
  values: ToolValues;
  options: FindToolOptions.Response['data'];
  /** null until the server has said something */
  report: ToolReport | null;
  inputFaults: readonly ToolFault[];
  disabled: boolean;
  set(field: string, value: unknown): void;
}

// whoever types in one part waits for no other
const Basics = React.memo(BasicFields);
const Target = React.memo(TargetFields);
const Inputs = React.memo(InputSchemaEditor);
const Prompts = React.memo(PromptFields);
const Tuning = React.memo(TuningFields);
const Response = React.memo(ResponseFields);
const Functions = React.memo(FunctionFields);
const Fallbacks = React.memo(FallbackFields);
const Limits = React.memo(LimitFields);

/** Everything that can be written of a tool. */
export const ToolFields = ({
  tool,
  values,
  options,
  report,
  inputFaults,
  disabled,
  set,
}: ToolFieldsProps) => {
  const { schema, inputs, setSchema } = useInputSchema(values.input_schema, set);
  const setUnkept = React.useCallback((unkept: ToolFault[]) => set('unkept_inputs', unkept), [set]);
  return (
    <>
      <Basics tool={tool} slug={values.slug} check={report?.slug ?? null} />
      <Target
        providerId={values.provider}
        method={values.method}
        model={values.model}
        providers={options.providers}
        report={report}
      />
      <Inputs
        schema={schema}
        onChange={setSchema}
        faults={inputFaults}
        unkept={values.unkept_inputs}
        onUnkept={setUnkept}
        disabled={disabled}
      />
      <Prompts
        prompt={values.prompt_template}
        system={values.system_instruction}
        inputs={inputs}
        hasExamples={values.examples.length > 0}
        report={report}
        disabled={disabled}
        set={set}
      />
      <Tuning options={options} report={report} />
      <Response />
      <Functions />
      <Fallbacks providers={options.providers} />
      <Limits />
    </>
  );
};
