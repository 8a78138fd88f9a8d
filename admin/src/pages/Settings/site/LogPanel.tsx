import { Flex } from '@strapi/design-system';
import type { SiteSettings } from '../../../../../contracts/settings';
import { NumberField } from '../../../components/form/NumberField';
import { SelectField } from '../../../components/form/SelectField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { Caution } from './Caution';
import type { SiteValues } from './site-values';
import { useLocked } from './use-locked';

const CAPTURES = ['none', 'errors', 'all'] as const;

interface LogPanelProps {
  settings: SiteSettings;
  values: SiteValues;
}

/** What the log keeps of a run, and for how long. */
export const LogPanel = ({ settings, values }: LogPanelProps) => {
  const text = useText();
  const locked = useLocked(settings);
  const typedDays = values.logs.retention_days ?? settings.defaults.logs.retention_days;
  const days = typedDays >= 1 ? typedDays : settings.logs.retention_days;
  const isLowered = days < settings.logs.retention_days;
  return (
    <Panel title={text('site.logs')} text={text('site.logs-text')}>
      <Flex direction="column" alignItems="stretch">
        <SelectField
          name="logs.capture"
          label={text('site.capture')}
          hint={text('site.capture-hint')}
          options={CAPTURES.map((value) => ({ value, label: text(`site.capture.${value}`) }))}
          locked={locked('logs.capture')}
        />
        <Caution text={values.logs.capture === 'all' ? text('site.capture-all', { days }) : null} />
      </Flex>
      <Flex direction="column" alignItems="stretch">
        <NumberField
          name="logs.retention_days"
          label={text('site.retention')}
          hint={text('site.retention-hint')}
          placeholder={settings.defaults.logs.retention_days}
          locked={locked('logs.retention_days')}
        />
        <Caution text={isLowered ? text('site.retention-lowered', { days }) : null} />
      </Flex>
      <NumberField
        name="logs.max_body_bytes"
        label={text('site.body')}
        hint={text('site.body-hint')}
        placeholder={settings.defaults.logs.max_body_bytes}
        step={1024}
        locked={locked('logs.max_body_bytes')}
      />
    </Panel>
  );
};
