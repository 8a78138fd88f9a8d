import * as React from 'react';
import type { ContentTool, FindMappings } from '../../../../contracts/content';
import { isWritableField } from './form-fields';
import type { EntryForm } from './use-entry-form';
import { firstChoice } from './tool-choice';
import type { ChosenSource, ToolChoice } from './tool-choice';

export interface ToolChoices {
  slug: string | null;
  chooseTool(slug: string): void;
  /** what was chosen here, or else last time, or else what is likely */
  choiceFor(tool: ContentTool, mappings: FindMappings.Response['data']): ToolChoice;
  choose(tool: ContentTool, choice: ToolChoice): void;
}

/** What is chosen for each tool, as long as the entry is open. */
export const useToolChoices = ({ fields, values }: EntryForm): ToolChoices => {
  const [slug, chooseTool] = React.useState<string | null>(null);
  const [choices, setChoices] = React.useState<Partial<Record<string, ToolChoice>>>({});

  /** Components may have gone since. */
  const stillThere = (choice: ToolChoice): ToolChoice => {
    const isThere = (source: ChosenSource): boolean =>
      !('field' in source) || fields.some(({ path }) => path === source.field);
    return {
      sources: Object.fromEntries(Object.entries(choice.sources).filter(([, source]) => isThere(source))),
      target: fields.some((field) => isWritableField(field) && field.path === choice.target)
        ? choice.target
        : null,
    };
  };

  return {
    slug,
    chooseTool,
    choiceFor: (tool, mappings) => {
      const chosen = choices[tool.slug];
      if (chosen) return stillThere(chosen);
      const remembered = Object.hasOwn(mappings, tool.slug) ? mappings[tool.slug] : undefined;
      return firstChoice(tool, remembered, fields, values);
    },
    choose: (tool, choice) => setChoices((before) => ({ ...before, [tool.slug]: choice })),
  };
};
