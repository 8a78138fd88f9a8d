import * as React from 'react';
import { sampleInputs } from '../../../../../contracts/sample-inputs';
import type { ToolExample } from '../../../../../contracts/tool-fields';
import { keepUnchanged, readInputFields } from '../../../components/inputs-form/input-fields';
import type { InputField } from '../../../components/inputs-form/input-fields';
import { readInputs, typeInputs } from '../../../components/inputs-form/input-values';
import type { TypedInputs } from '../../../components/inputs-form/input-values';

type Inputs = Record<string, unknown>;

interface Filling {
  /** the name of the example that the form was filled with; null without one */
  example: string | null;
  /** what it was filled with; null for made-up values, which follow the schema */
  inputs: Inputs | null;
  /** what was typed since then */
  typed: TypedInputs;
}

const fillWith = (example: ToolExample | undefined): Filling => ({
  example: example?.name ?? null,
  inputs: example?.inputs ?? null,
  typed: {},
});

/**
 * What stands in the form of the inputs: an example or values made of the schema, and what the person typed over them.
 * That stays when the schema changes, by the names of the inputs.
 */
export const useInputs = (schema: Inputs, examples: readonly ToolExample[]) => {
  const [filling, setFilling] = React.useState<Filling>(() => fillWith(examples[0]));
  // the builder makes another object of the same schema with every letter that is typed anywhere
  const written = JSON.stringify(schema);
  const latestFields = React.useRef<readonly InputField[]>([]);
  const { fields, sample } = React.useMemo(() => {
    const same: Inputs = JSON.parse(written);
    return {
      fields: keepUnchanged(latestFields.current, readInputFields(same)),
      sample: sampleInputs(same),
    };
  }, [written]);
  React.useEffect(() => {
    latestFields.current = fields;
  }, [fields]);
  const filled = React.useMemo(
    () => typeInputs(fields, filling.inputs ?? sample),
    [fields, sample, filling.inputs],
  );
  const typed = { ...filled, ...filling.typed };
  const read = readInputs(fields, typed);
  const type = React.useCallback(
    (name: string, text: string): void =>
      setFilling((before) => ({ ...before, typed: { ...before.typed, [name]: text } })),
    [],
  );

  const fill = React.useCallback(
    (inputs: Inputs): void => setFilling({ example: null, inputs, typed: {} }),
    [],
  );

  return {
    fields,
    typed,
    ...read,
    /** the name of the example; null without one */
    example: filling.example,
    /** whether the form says something else than its example */
    isChanged: JSON.stringify(read.inputs) !== JSON.stringify(readInputs(fields, filled).inputs),

    type,
    /** puts given inputs into the form, in place of what stands there */
    fill,
    choose: (example: ToolExample): void => setFilling(fillWith(example)),
    /** the example is no longer there; what stands in the form stays */
    detach: (): void => setFilling({ example: null, inputs: {}, typed }),
  };
};
