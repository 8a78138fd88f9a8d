import { Page } from '@strapi/strapi/admin';
import { Route, Routes } from 'react-router-dom';
import { useText } from '../../components/Texts';
import { ProviderPage } from './providers/ProviderPage';
import { ProvidersPage } from './providers/ProvidersPage';
import { SitePage } from './site/SitePage';

export const Settings = () => {
  const text = useText();
  return (
    <>
      <Page.Title>{text('settings.title')}</Page.Title>
      <Routes>
        <Route index element={<ProvidersPage />} />
        <Route path="providers/:id" element={<ProviderPage />} />
        <Route path="site" element={<SitePage />} />
      </Routes>
    </>
  );
};
