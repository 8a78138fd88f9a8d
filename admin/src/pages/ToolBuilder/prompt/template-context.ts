import { Facet, StateField } from '@codemirror/state';
import type { FilterName, TagName } from './liquid-words';
import { readTemplate } from './read-template';
import type { TemplatePart } from './read-template';

/** What the editor knows beside the text: the tool's inputs, and the words of the panel's language. */
export interface TemplateContext {
  inputs: readonly { name: string; description: string | null }[];
  /** names that no input has */
  unknown: readonly string[];
  sayUnknown(name: string): string;
  explainFilter(name: FilterName): string;
  explainTag(name: TagName): string;
}

const NOTHING: TemplateContext = {
  inputs: [],
  unknown: [],
  sayUnknown: (name) => name,
  explainFilter: (name) => name,
  explainTag: (name) => name,
};

export const templateContext = Facet.define<TemplateContext, TemplateContext>({
  combine: ([context = NOTHING]) => context,
});

/** The text's parts, read once for each change of it. */
export const templateParts = StateField.define<TemplatePart[]>({
  create: (state) => readTemplate(state.doc.toString()),
  update: (parts, { docChanged, newDoc }) => (docChanged ? readTemplate(newDoc.toString()) : parts),
});
