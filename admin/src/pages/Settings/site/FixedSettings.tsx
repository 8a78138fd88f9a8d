import { Flex, Grid, Typography } from '@strapi/design-system';
import type { SiteSettings } from '../../../../../contracts/settings';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';

interface FixedSettingProps {
  /** as config/plugins names it */
  name: string;
  label: string;
  value: string;
  hint: string;
  settings: SiteSettings;
}

/** One setting: what is in force, what it does, and where it is set. */
const FixedSetting = ({ name, label, value, hint, settings }: FixedSettingProps) => {
  const text = useText();
  const isSet = settings.configured.includes(name);
  return (
    <Grid.Item col={4} s={12} direction="column" alignItems="stretch">
      <Flex direction="column" alignItems="flex-start" gap={1}>
        <Typography tag="h3" variant="pi" fontWeight="bold">
          {label}
        </Typography>
        <Typography fontWeight="semiBold">{value}</Typography>
        <Typography variant="pi" textColor="neutral600">
          {hint}
        </Typography>
        <Typography variant="pi" textColor="neutral600">
          {text(isSet ? 'locked.config' : 'site.from-default', { setting: name })}
        </Typography>
      </Flex>
    </Grid.Item>
  );
};

/** What a site is started with and cannot change while it runs. */
export const FixedSettings = ({ settings }: { settings: SiteSettings }) => {
  const text = useText();
  const { logs, limits, cache } = settings;
  return (
    <Panel title={text('site.fixed')} text={text('site.fixed-text')}>
      <Grid.Root gap={5}>
        <FixedSetting
          name="logs.durability"
          label={text('site.durability')}
          value={text(`site.durability.${logs.durability}`)}
          hint={text('site.durability-hint')}
          settings={settings}
        />
        <FixedSetting
          name="limits.store"
          label={text('site.store')}
          value={text(`site.store.${limits.store}`)}
          hint={text(`site.on-failure.${limits.on_failure}`)}
          settings={settings}
        />
        <FixedSetting
          name="redis.url"
          label={text('site.redis')}
          value={text(cache.shared ? 'site.redis.used' : 'site.redis.unused')}
          hint={text(cache.shared ? 'site.redis-hint.used' : 'site.redis-hint.unused')}
          settings={settings}
        />
      </Grid.Root>
    </Panel>
  );
};
