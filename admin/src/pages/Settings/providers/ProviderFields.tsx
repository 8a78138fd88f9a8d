import { Grid } from '@strapi/design-system';
import { DEFAULT_PARAMETERS, PARAMETER_RANGES } from '../../../../../contracts/parameters';
import type { ProviderChanges, ProviderKind, ProviderSettings } from '../../../../../contracts/providers';
import { NumberField } from '../../../components/form/NumberField';
import { SelectField } from '../../../components/form/SelectField';
import { SwitchField } from '../../../components/form/SwitchField';
import { LongTextField, TextField } from '../../../components/form/TextField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { KeyField } from './KeyField';
import { ModelField } from './ModelField';
import type { ProviderValues } from './provider-values';
import { RoleTemplateField } from './RoleTemplateField';

interface ProviderFieldsProps {
  provider: ProviderSettings | null;
  kinds: ProviderKind[];
  id: string;
  values: ProviderValues;
  getChanges(): ProviderChanges;
}

const PARAMETERS = ['max_tokens', 'temperature', 'top_p', 'top_k'] as const;
const FRACTION_STEP = 0.1;

const rangeOf = (name: (typeof PARAMETERS)[number]) => {
  const { min, max } = PARAMETER_RANGES[name];
  return { min, max };
};

/** Says why a field cannot be edited, where code has set it. */
const useLocked = (provider: ProviderSettings | null) => {
  const text = useText();
  return (field: string): string | null => {
    if (!provider?.locked.includes(field)) return null;
    const { constant } = provider.key;
    if (field === 'api_key' && constant !== null) return text('locked.constant', { constant });
    return text('locked.config', { setting: `providers.${provider.id}.${field}` });
  };
};

export const ProviderFields = ({ provider, kinds, id, values, getChanges }: ProviderFieldsProps) => {
  const text = useText();
  const locked = useLocked(provider);
  const kind = kinds.find((candidate) => candidate.kind === (provider?.kind ?? values.kind));
  const takesTemplate = (kind?.raw_methods.length ?? 0) > 0;
  return (
    <>
      {!provider && (
        <Panel title={text('provider.section.new')} text={text('provider.section.new-text')}>
          <SelectField
            name="kind"
            label={text('provider.kind')}
            hint={text('provider.kind-hint')}
            placeholder={text('provider.kind-placeholder')}
            options={kinds.map(({ kind: value, label }) => ({ value, label }))}
            required
          />
          <TextField
            name="provider_id"
            label={text('provider.id')}
            hint={text('provider.id-hint')}
            placeholder="my-server"
            required
          />
        </Panel>
      )}
      <Panel title={text('provider.section.connection')}>
        <SwitchField
          name="enabled"
          label={text('provider.enabled')}
          hint={text('provider.enabled-hint')}
          onLabel={text('form.on')}
          offLabel={text('form.off')}
          fallback
          locked={locked('enabled')}
        />
        <KeyField provider={provider} locked={locked('api_key')} />
        <ModelField
          providerId={id}
          getChanges={getChanges}
          placeholder={kind?.default_model ?? ''}
          locked={locked('model')}
        />
        <TextField
          name="endpoint"
          label={text('provider.endpoint')}
          hint={text('provider.endpoint-hint')}
          placeholder={kind?.default_endpoint ?? 'http://localhost:8080/v1'}
          locked={locked('endpoint')}
        />
        <TextField
          name="label"
          label={text('provider.label')}
          hint={text('provider.label-hint')}
          placeholder={kind?.label}
          locked={locked('label')}
        />
      </Panel>
      <Panel title={text('provider.section.generation')} text={text('provider.section.generation-text')}>
        <Grid.Root gap={5}>
          {PARAMETERS.map((name) => (
            <Grid.Item key={name} col={6} xs={12} direction="column" alignItems="stretch">
              <NumberField
                name={name}
                label={text(`parameter.${name}`)}
                hint={text(`parameter.${name}-hint`, rangeOf(name))}
                placeholder={DEFAULT_PARAMETERS[name]}
                step={PARAMETER_RANGES[name].integer ? 1 : FRACTION_STEP}
                locked={locked(name)}
              />
            </Grid.Item>
          ))}
        </Grid.Root>
        <LongTextField
          name="system_instruction"
          label={text('provider.system')}
          hint={text('provider.system-hint')}
          locked={locked('system_instruction')}
        />
      </Panel>
      <Panel title={text('provider.section.advanced')}>
        <Grid.Root gap={5}>
          <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
            <NumberField
              name="timeout_ms"
              label={text('provider.timeout')}
              hint={text('provider.timeout-hint')}
              placeholder={provider?.effective.timeout_ms}
              step={1000}
              locked={locked('timeout_ms')}
            />
          </Grid.Item>
          <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
            <NumberField
              name="context_window"
              label={text('provider.window')}
              hint={text('provider.window-hint')}
              placeholder={text('provider.window-placeholder')}
              step={1024}
              locked={locked('context_window')}
            />
          </Grid.Item>
        </Grid.Root>
        {takesTemplate && <RoleTemplateField locked={locked('prompt_template')} />}
      </Panel>
    </>
  );
};
