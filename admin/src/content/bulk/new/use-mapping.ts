import * as React from 'react';
import type { ContentMapping, ContentTool } from '../../../../../contracts/content';
import { useListContentToolsQuery } from '../../../api/content';
import { useFindMappingsQuery } from '../../../api/mappings';
import { readInputFields } from '../../../components/inputs-form/input-fields';
import { guessMapping } from '../../mapping/guess-mapping';
import { draftOf, readDraft } from '../../mapping/mapping-draft';
import type { MappingDraft } from '../../mapping/mapping-draft';
import { useBulkFields } from '../use-bulk-fields';
import { useProblem } from '../use-problem';

const NO_TOOLS: ContentTool[] = [];
const EMPTY: MappingDraft = { sources: {}, typed: {}, target: null };

/** Which tool is run on the entries of a type and how: as it was done last, or guessed, until somebody says otherwise. */
export const useMapping = (model: string) => {
  const tools = useListContentToolsQuery();
  const mappings = useFindMappingsQuery(model);
  const readProblem = useProblem();
  const { readable, writable } = useBulkFields(model);
  const [slug, setSlug] = React.useState<string | null>(null);
  const [draft, setDraft] = React.useState<MappingDraft>(EMPTY);

  const tool = tools.data?.data.tools.find((one) => one.slug === slug) ?? null;
  const inputs = React.useMemo(() => readInputFields(tool?.input_schema ?? {}), [tool]);
  const { inputs: sources, faults } = readDraft(draft, inputs);

  return {
    tools: tools.data?.data.tools ?? NO_TOOLS,
    isLoading: tools.isLoading || mappings.isLoading,
    problem: readProblem(tools.error ?? mappings.error),
    fields: readable,
    targets: writable,
    tool,
    inputs,
    draft,
    faults,
    sources,

    chooseTool: (next: string): void => {
      const chosen = tools.data?.data.tools.find((one) => one.slug === next);
      if (!chosen) return;
      const itsInputs = readInputFields(chosen.input_schema);
      const mapping: ContentMapping =
        mappings.data?.data[next] ?? guessMapping(next, itsInputs, readable, writable);
      setSlug(next);
      setDraft(draftOf(mapping, readable, writable, itsInputs));
    },
    change: setDraft,
  };
};

export type Mapping = ReturnType<typeof useMapping>;
