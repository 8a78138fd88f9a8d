import { Flex, Grid } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { Page } from '@strapi/strapi/admin';
import { useFindProvidersQuery } from '../../../api/providers';
import { ButtonLink } from '../../../components/ButtonLink';
import { FirstSteps } from '../../../components/first-visit/FirstSteps';
import { StaleNotice } from '../../../components/StaleNotice';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { pathTo } from '../../../sections';
import { SettingsFrame } from '../SettingsFrame';
import { ProviderCard } from './ProviderCard';

export const ProvidersPage = () => {
  const text = useText();
  const mayChange = usePermission('updateSettings');
  const { data, isLoading, isFetching, error, refetch } = useFindProvidersQuery();
  if (isLoading) return <Page.Loading />;
  if (!data) return <Page.Error />;
  return (
    <SettingsFrame
      tab="providers"
      primaryAction={
        mayChange && (
          <ButtonLink to={pathTo('settings/providers/new')} variant="default" startIcon={<Plus />}>
            {text('provider.add')}
          </ButtonLink>
        )
      }
    >
      <StaleNotice isStale={error !== undefined} isReading={isFetching} onReadAgain={() => void refetch()} />
      <Flex direction="column" alignItems="stretch" gap={6}>
        <FirstSteps providers={data.data} isOnSettings />
        <Grid.Root gap={4} tag="section" aria-label={text('settings.tab.providers')}>
          {data.data.map((provider) => (
            <Grid.Item key={provider.id} col={4} m={6} xs={12} direction="column" alignItems="stretch">
              <ProviderCard provider={provider} />
            </Grid.Item>
          ))}
        </Grid.Root>
      </Flex>
    </SettingsFrame>
  );
};
