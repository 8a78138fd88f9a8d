import * as React from 'react';
import { Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { ToolProviderChoice } from '../../../../../contracts/tool-options';
import { SelectField } from '../../../components/form/SelectField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { methodFor, providerOptions } from '../form/provider-choice';
import type { ToolValues } from '../form/tool-values';
import type { ToolReport } from '../use-live-check';
import { ModelField } from './ModelField';
import { ProviderField } from './ProviderField';
import { Notice } from '../../../components/Notice';
import { FieldGrid } from './FieldGrid';

interface TargetFieldsProps {
  providerId: ToolValues['provider'];
  method: ToolValues['method'];
  model: ToolValues['model'];
  providers: readonly ToolProviderChoice[];
  /** null until the server has said something */
  report: ToolReport | null;
}

/** Who answers: provider, method and model. */
export const TargetFields = ({ providerId, method, model, providers, report }: TargetFieldsProps) => {
  const text = useText();
  const { onChange } = useField('provider');
  const models = React.useRef<Record<string, string | null>>({});
  const provider = providers.find(({ id }) => id === providerId);
  const call = report?.effective ?? null;
  // a provider may have been put right, or not, since the list of all was read
  const problem = (call?.provider.id === provider?.id ? call?.problem : provider?.problem) ?? null;

  const choose = (id: string): void => {
    // one provider's model is none of another's; who comes back finds what they had
    if (providerId !== null) models.current[providerId] = model;
    onChange('provider', id);
    onChange(
      'method',
      methodFor(
        providers.find((choice) => choice.id === id),
        method,
      ),
    );
    onChange('model', models.current[id] ?? null);
  };

  return (
    <Panel title={text('tool-builder.section.target')}>
      <FieldGrid>
        <ProviderField
          name="provider"
          label={text('tool-builder.provider')}
          options={providerOptions(providers, providerId)}
          onChoose={choose}
        />
        <SelectField
          name="method"
          label={text('tool-builder.method')}
          options={[...new Set([...(provider?.methods ?? []), method ?? ''])]
            .filter((method) => method !== '')
            .map((method) => ({ value: method, label: method }))}
          required
        />
      </FieldGrid>
      {provider && problem !== null && (
        <Notice look="warning" title={text('tool-builder.provider-problem', { provider: provider.label })}>
          <Typography>{problem}</Typography>
        </Notice>
      )}
      <ModelField
        key={providerId ?? ''}
        name="model"
        label={text('tool-builder.model')}
        hint={text('tool-builder.model-hint')}
        provider={providerId}
        placeholder={provider?.model ?? ''}
      />
    </Panel>
  );
};
