import { Layouts, Page } from '@strapi/strapi/admin';
import { useText } from '../../components/Texts';

export const Settings = () => {
  const text = useText();
  return (
    <Page.Main>
      <Page.Title>{text('settings.title')}</Page.Title>
      <Layouts.Header title={text('settings.title')} />
    </Page.Main>
  );
};
