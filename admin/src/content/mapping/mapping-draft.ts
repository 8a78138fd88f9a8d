import type { ContentMapping, InputSource } from '../../../../contracts/content';
import type { ContentField, WritableField } from '../../../../contracts/content-fields';
import type { InputField } from '../../components/inputs-form/input-fields';
import { readInputs, typeInputs } from '../../components/inputs-form/input-values';
import type { TypedInputs } from '../../components/inputs-form/input-values';
import { fitsInput } from './guess-mapping';

/** A mapping while it is being made. */
export interface MappingDraft {
  /** the paths of fields by the names of inputs; an input that is not here is typed in */
  sources: Record<string, string>;
  /** what is typed in, also for inputs that come from a field for now */
  typed: TypedInputs;
  target: string | null;
}

/** What stands in the form of a mapping; what the type or the tool does not have any more is left out. */
export const draftOf = (
  { inputs, target }: ContentMapping,
  fields: readonly ContentField[],
  targets: readonly WritableField[],
  inputFields: readonly InputField[],
): MappingDraft => {
  const sources = inputFields.flatMap((input) => {
    const source = inputs[input.name];
    if (!source || !('field' in source)) return [];
    const field = fields.find(({ path }) => path === source.field);
    return field && fitsInput(field, input) ? [[input.name, field.path] as const] : [];
  });
  const values = Object.entries(inputs).flatMap(([name, source]) =>
    'value' in source ? [[name, source.value] as const] : [],
  );
  return {
    sources: Object.fromEntries(sources),
    typed: typeInputs(inputFields, Object.fromEntries(values)),
    target: targets.some(({ path }) => path === target) ? target : null,
  };
};

/** What is missing or wrong in a draft, by the name of the input. */
export type DraftFault = 'missing' | 'unreadable';

interface ReadDraft {
  inputs: Record<string, InputSource>;
  faults: Record<string, DraftFault>;
}

/** The inputs that a draft stands for. An optional input that nothing is typed for is left out: its default holds. */
export const readDraft = (
  { sources, typed }: Pick<MappingDraft, 'sources' | 'typed'>,
  inputFields: readonly InputField[],
): ReadDraft => {
  const typedFields = inputFields.filter(({ name }) => !Object.hasOwn(sources, name));
  const { inputs: values, unreadable } = readInputs(typedFields, typed);
  const missing = typedFields.filter(
    ({ name, required, fallback }) =>
      required && fallback === undefined && !Object.hasOwn(values, name) && !unreadable.includes(name),
  );
  return {
    inputs: {
      ...Object.fromEntries(
        inputFields
          .filter(({ name }) => Object.hasOwn(sources, name))
          .map(({ name }) => [name, { field: sources[name] ?? '' }]),
      ),
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
    },
    faults: {
      ...Object.fromEntries(unreadable.map((name) => [name, 'unreadable' as const])),
      ...Object.fromEntries(missing.map(({ name }) => [name, 'missing' as const])),
    },
  };
};

/** The draft with an input taken from a field; null is for one that is typed in. */
export const withSource = (draft: MappingDraft, name: string, path: string | null): MappingDraft => {
  const { [name]: _before, ...others } = draft.sources;
  return { ...draft, sources: path === null ? others : { ...others, [name]: path } };
};
