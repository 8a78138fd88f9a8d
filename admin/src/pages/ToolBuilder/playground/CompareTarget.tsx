import { Box, Field, Flex, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import type { RunPlayground } from '../../../../../contracts/playground';
import { useFindToolOptionsQuery } from '../../../api/tools';
import { useText } from '../../../components/Texts';
import { ModelBox } from '../fields/ModelBox';
import { useModels } from '../fields/use-models';
import { providerOptions } from '../form/provider-choice';

export type Target = NonNullable<RunPlayground.Request['target']>;

interface CompareTargetProps {
  target: Target;
  onChange(target: Target): void;
}

const CompareModel = ({ target, onChange, placeholder }: CompareTargetProps & { placeholder?: string }) => {
  const text = useText();
  const listing = useModels(target.provider);
  return (
    <Field.Root name="playground.target.model" hint={listing.problem ?? undefined}>
      <Field.Label>{text('playground.target-model')}</Field.Label>
      <ModelBox
        listing={listing}
        value={target.model ?? null}
        placeholder={placeholder}
        onChange={(model) => onChange({ ...target, model })}
      />
      <Field.Hint />
    </Field.Root>
  );
};

/** The provider and model that a draft is run on beside its own. */
export const CompareTarget = ({ target, onChange }: CompareTargetProps) => {
  const text = useText();
  const { data: options } = useFindToolOptionsQuery();
  const providers = options?.data.providers ?? [];
  const provider = providers.find(({ id }) => id === target.provider);
  return (
    <Flex gap={2} alignItems="flex-start" wrap="wrap" role="group" aria-label={text('playground.second')}>
      <Box flex="1" minWidth="18rem">
        <Field.Root name="playground.target.provider" hint={provider?.problem ?? undefined}>
          <Field.Label>{text('playground.target-provider')}</Field.Label>
          <SingleSelect
            value={target.provider}
            onChange={(id) => onChange({ provider: String(id), model: null })}
          >
            {providerOptions(providers, target.provider).map(({ value, label, problem }) => (
              <SingleSelectOption key={value} value={value}>
                {problem === null ? label : text('tool-builder.provider-not-ready', { provider: label })}
              </SingleSelectOption>
            ))}
          </SingleSelect>
          <Field.Hint />
        </Field.Root>
      </Box>
      <Box flex="1" minWidth="18rem">
        <CompareModel
          // another provider has other models, and what was typed for this one is gone
          key={target.provider}
          target={target}
          placeholder={provider?.model}
          onChange={onChange}
        />
      </Box>
    </Flex>
  );
};
