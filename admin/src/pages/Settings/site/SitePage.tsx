import { Flex, Grid, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import type { SiteSettings } from '../../../../../contracts/settings';
import { useGetSettingsQuery } from '../../../api/settings';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { SettingsFrame } from '../SettingsFrame';
import { CachePanel } from './CachePanel';

/** One setting: what is in force, what it does, and where it is set. */
const Setting = ({
  name,
  label,
  value,
  hint,
  settings,
}: {
  /** as config/plugins names it */
  name: string;
  label: string;
  value: string;
  hint: string;
  settings: SiteSettings;
}) => {
  const text = useText();
  const isSet = settings.configured.includes(name);
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <Typography tag="h3" variant="pi" fontWeight="bold">
        {label}
      </Typography>
      <Typography fontWeight="semiBold">{value}</Typography>
      <Typography variant="pi" textColor="neutral600">
        {hint}
      </Typography>
      <Typography variant="pi" textColor="neutral600">
        {text(isSet ? 'site.from-config' : 'site.from-default', { setting: name })}
      </Typography>
    </Flex>
  );
};

const SettingsInForce = ({ settings }: { settings: SiteSettings }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { logs, budget_usd: budget, limits } = settings;
  return (
    <Grid.Root gap={4}>
      <Grid.Item col={6} s={12} direction="column" alignItems="stretch">
        <Panel title={text('site.logs')} text={text('site.logs-text')}>
          <Setting
            name="logs.capture"
            label={text('site.capture')}
            value={text(`site.capture.${logs.capture}`)}
            hint={text('site.capture-hint')}
            settings={settings}
          />
          <Setting
            name="logs.retention_days"
            label={text('site.retention')}
            value={text('site.days', { days: logs.retention_days })}
            hint={text('site.retention-hint')}
            settings={settings}
          />
          <Setting
            name="logs.durability"
            label={text('site.durability')}
            value={text(`site.durability.${logs.durability}`)}
            hint={text('site.durability-hint')}
            settings={settings}
          />
        </Panel>
      </Grid.Item>
      <Grid.Item col={6} s={12} direction="column" alignItems="stretch" gap={4}>
        <Panel title={text('site.limits')} text={text('site.limits-text')}>
          <Setting
            name="budget_usd"
            label={text('site.budget')}
            value={
              budget === null
                ? text('site.budget-none')
                : formatNumber(budget, { style: 'currency', currency: 'USD' })
            }
            hint={text('site.budget-hint')}
            settings={settings}
          />
          <Setting
            name="limits.store"
            label={text('site.store')}
            value={text(`site.store.${limits.store}`)}
            hint={text(`site.on-failure.${limits.on_failure}`)}
            settings={settings}
          />
        </Panel>
        <CachePanel
          settings={settings}
          size={
            <Setting
              name="cache.max_bytes"
              label={text('site.cache-size')}
              value={text('site.megabytes', { size: formatNumber(settings.cache.max_bytes / 2 ** 20) })}
              hint={text('site.cache-size-hint')}
              settings={settings}
            />
          }
        />
      </Grid.Item>
    </Grid.Root>
  );
};

/** What holds for the whole site. It is set in config/plugins, which the page says rather than offer fields for it. */
export const SitePage = () => {
  const { data, isLoading, isError } = useGetSettingsQuery();
  if (isLoading) return <Page.Loading />;
  if (isError || !data) return <Page.Error />;
  return (
    <SettingsFrame tab="site">
      <SettingsInForce settings={data.data} />
    </SettingsFrame>
  );
};
