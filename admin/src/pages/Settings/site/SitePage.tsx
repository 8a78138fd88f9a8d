import { Page } from '@strapi/strapi/admin';
import { useGetSettingsQuery } from '../../../api/settings';
import { SiteForm } from './SiteForm';

/** What holds for the whole site. */
export const SitePage = () => {
  const { data, isLoading } = useGetSettingsQuery();
  if (isLoading) return <Page.Loading />;
  // when it cannot be read again, what somebody has typed stays
  if (!data) return <Page.Error />;
  return <SiteForm settings={data.data} />;
};
