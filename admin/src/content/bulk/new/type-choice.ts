import type { ContentMapping, ContentTool } from '../../../../../contracts/content';
import { writePath } from '../../../../../contracts/content-fields';
import type { JsonObject } from '../../../../../contracts/json-object';
import type { InputField } from '../../../components/inputs-form/input-fields';
import type { FormField } from '../../field-action/form-fields';
import { firstChoice } from '../../field-action/tool-choice';
import type { ToolChoice } from '../../field-action/tool-choice';

const SOMETHING = 'x';

/**
 * How a tool was used last on a type, or else what is likely. Many entries have many values: none of their fields is
 * taken for empty, and so for one to write to, unless the tool is named after it.
 */
export const firstChoiceForType = (
  tool: ContentTool,
  remembered: ContentMapping | undefined,
  fields: readonly FormField[],
): ToolChoice => {
  const values = fields.reduce<JsonObject>((before, { path }) => writePath(before, path, SOMETHING), {});
  return firstChoice(tool, remembered, fields, values);
};

/** What is missing or wrong before a run is asked for, by the name of the input. */
export type SourceFault = 'missing' | 'unreadable';

export const faultsOfSources = (
  inputs: readonly InputField[],
  given: ContentMapping['inputs'],
  unreadable: readonly string[],
): Record<string, SourceFault> =>
  Object.fromEntries(
    inputs.flatMap(({ name, required, fallback }): [string, SourceFault][] => {
      if (unreadable.includes(name)) return [[name, 'unreadable']];
      const isMissing = required && fallback === undefined && !Object.hasOwn(given, name);
      return isMissing ? [[name, 'missing']] : [];
    }),
  );
