import { Liquid } from 'liquidjs';
import type { Template } from 'liquidjs';

// no template may read files or other templates; a prompt is one piece of text
const TAGS_WITHOUT_PLACE_HERE = ['include', 'render', 'layout', 'block'];

// printed as they stand, the library writes `[object Object]` and runs array items together
const printValue = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const liquid = new Liquid({
  templates: {},
  ownPropertyOnly: true,
  strictFilters: true,
  outputEscape: printValue,
  // in characters, milliseconds and objects: a prompt that needs more is a mistake or an attack
  parseLimit: 1_000_000,
  renderLimit: 500,
  memoryLimit: 10_000_000,
});
for (const tag of TAGS_WITHOUT_PLACE_HERE) delete liquid.tags[tag];

export interface PromptTemplate {
  /** names that the template takes from outside, without those it assigns itself */
  placeholders: string[];
  /** One pass: what stands in an input's value is never expanded. Throws when a limit is passed. */
  render(inputs: Record<string, unknown>): string;
}

/**
 * Compiles a Liquid template, of which `{{input_name}}` is the plain case.
 * Throws an error whose message is meant for the author of the template.
 */
export const compilePromptTemplate = (source: string): PromptTemplate => {
  const templates: Template[] = liquid.parse(source);
  return {
    placeholders: liquid.globalVariablesSync(templates),
    render: (inputs) => String(liquid.renderSync(templates, inputs)),
  };
};
