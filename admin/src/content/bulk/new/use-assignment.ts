import * as React from 'react';
import type { ContentTool } from '../../../../../contracts/content';
import { useListContentToolsQuery } from '../../../api/content';
import { useMappingsQuery } from '../../../api/content-runs';
import { readInputFields } from '../../../components/inputs-form/input-fields';
import { isWritableField } from '../../field-action/form-fields';
import { readChoice } from '../../field-action/tool-choice';
import type { ToolChoice } from '../../field-action/tool-choice';
import { useProblem } from '../use-problem';
import { useTypeFields } from '../use-type-fields';
import { faultsOfSources, firstChoiceForType } from './type-choice';

const NO_TOOLS: ContentTool[] = [];
const NOTHING: ToolChoice = { sources: {}, target: null };

/** Which tool is run on the entries of a type and how: as it was done last, or as is likely, until somebody says otherwise. */
export const useAssignment = (model: string) => {
  const tools = useListContentToolsQuery();
  const mappings = useMappingsQuery({ content_type: model });
  const readProblem = useProblem();
  const fields = useTypeFields(model);
  const [slug, setSlug] = React.useState<string | null>(null);
  const [choice, setChoice] = React.useState<ToolChoice>(NOTHING);

  const known = tools.data?.data.tools ?? NO_TOOLS;
  const tool = known.find((one) => one.slug === slug) ?? null;
  const inputs = React.useMemo(() => readInputFields(tool?.input_schema ?? {}), [tool]);
  const read = tool ? readChoice(tool, choice) : null;

  return {
    tools: known,
    isLoading: tools.isLoading || mappings.isLoading,
    // without what was done last, everything is guessed
    problem: readProblem(tools.error),
    fields,
    targets: fields.filter(isWritableField),
    tool,
    inputs,
    choice,
    sources: read?.mapping.inputs ?? {},
    faults: read ? faultsOfSources(inputs, read.mapping.inputs, read.unreadable) : {},

    chooseTool: (next: string): void => {
      const chosen = known.find((one) => one.slug === next);
      if (!chosen) return;
      const remembered = mappings.data?.data ?? {};
      setSlug(next);
      setChoice(
        firstChoiceForType(chosen, Object.hasOwn(remembered, next) ? remembered[next] : undefined, fields),
      );
    },
    change: setChoice,
  };
};

export type Assignment = ReturnType<typeof useAssignment>;
