import { sampleInputs } from '../../../../../contracts/sample-inputs';
import type { ToolDraft } from '../../../../../contracts/tool-fields';

/** What a draft's prompt is counted with: its first example, or else what fits its schema. */
export const checkInputs = ({
  examples,
  input_schema: schema,
}: Pick<ToolDraft, 'examples' | 'input_schema'>): Record<string, unknown> =>
  examples?.[0]?.inputs ?? sampleInputs(schema ?? {});
