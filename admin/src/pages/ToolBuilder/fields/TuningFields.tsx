import { Button, Flex, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { FindToolOptions } from '../../../../../contracts/tool-options';
import { useDisabled } from '../../../components/form/FormField';
import { NumberField } from '../../../components/form/NumberField';
import { LongTextField } from '../../../components/form/TextField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import type { ToolReport } from '../use-live-check';
import { EffectiveCall } from './EffectiveCall';
import { FieldGrid } from './FieldGrid';

type Options = FindToolOptions.Response['data'];

const FRACTION_STEP = 0.1;

const Presets = ({ presets }: { presets: Options['presets'] }) => {
  const text = useText();
  const { value: temperature, onChange } = useField<number | null>('temperature');
  const { value: maxTokens } = useField<number | null>('max_tokens');
  const disabled = useDisabled({});
  return (
    <Flex gap={2} wrap="wrap" role="group" aria-label={text('tool-builder.presets')}>
      <Typography variant="pi" textColor="neutral600">
        {text('tool-builder.presets')}
      </Typography>
      {presets.map((preset) => {
        const isChosen = preset.temperature === temperature && preset.max_tokens === maxTokens;
        return (
          <Button
            key={preset.id}
            type="button"
            size="S"
            variant={isChosen ? 'secondary' : 'tertiary'}
            aria-pressed={isChosen}
            disabled={disabled}
            onClick={() => {
              onChange('temperature', preset.temperature);
              onChange('max_tokens', preset.max_tokens);
            }}
          >
            {text(`tool-builder.preset.${preset.id}`)}
          </Button>
        );
      })}
    </Flex>
  );
};

/** How the model answers, and what of it the model takes. */
export const TuningFields = ({ options, report }: { options: Options; report: ToolReport | null }) => {
  const text = useText();
  const { ranges, presets } = options;
  return (
    <Panel title={text('tool-builder.section.tuning')} text={text('tool-builder.section.tuning-text')}>
      <Presets presets={presets} />
      <FieldGrid>
        {(['temperature', 'max_tokens', 'top_p', 'top_k'] as const).map((name) => (
          <NumberField
            key={name}
            name={name}
            label={text(`parameter.${name}`)}
            hint={text(`parameter.${name}-hint`, { min: ranges[name].min, max: ranges[name].max })}
            placeholder={report?.effective?.parameters[name]}
            step={ranges[name].integer ? 1 : FRACTION_STEP}
          />
        ))}
      </FieldGrid>
      <LongTextField name="stop" label={text('tool-builder.stop')} hint={text('tool-builder.stop-hint')} />
      {report?.effective && <EffectiveCall call={report.effective} />}
    </Panel>
  );
};
