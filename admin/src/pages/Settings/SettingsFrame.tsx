import type { ReactNode } from 'react';
import { Box, Tabs } from '@strapi/design-system';
import { Layouts, RESPONSIVE_DEFAULT_SPACING } from '@strapi/strapi/admin';
import { useNavigate } from 'react-router-dom';
import { PageMain } from '../../components/PageMain';
import { useText } from '../../components/Texts';
import { pathTo } from '../../sections';

const TABS = { providers: 'settings', site: 'settings/site' } as const;

interface SettingsFrameProps {
  tab: keyof typeof TABS;
  primaryAction?: ReactNode;
  children: ReactNode;
}

/** The title of the settings and a tab for each of their two pages, around one of them. */
export const SettingsFrame = ({ tab, primaryAction, children }: SettingsFrameProps) => {
  const text = useText();
  const navigate = useNavigate();
  return (
    <PageMain>
      <Layouts.Header
        title={text('settings.title')}
        subtitle={text(`settings.subtitle.${tab}`)}
        primaryAction={primaryAction}
      />
      <Tabs.Root
        variant="simple"
        value={tab}
        // each tab has its own address
        activationMode="manual"
        onValueChange={(chosen) => {
          if (chosen === 'providers' || chosen === 'site') navigate(pathTo(TABS[chosen]));
        }}
      >
        <Box
          paddingLeft={RESPONSIVE_DEFAULT_SPACING}
          paddingRight={RESPONSIVE_DEFAULT_SPACING}
          paddingBottom={6}
        >
          <Tabs.List aria-label={text('settings.title')}>
            <Tabs.Trigger value="providers">{text('settings.tab.providers')}</Tabs.Trigger>
            <Tabs.Trigger value="site">{text('settings.tab.site')}</Tabs.Trigger>
          </Tabs.List>
        </Box>
        <Tabs.Content value={tab}>
          <Layouts.Content>{children}</Layouts.Content>
        </Tabs.Content>
      </Tabs.Root>
    </PageMain>
  );
};
