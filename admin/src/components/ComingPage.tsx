import { EmptyStateLayout } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { Layouts, Page } from '@strapi/strapi/admin';
import { useText } from './Texts';

/** Stands where a page will be, and says how its work is done until then. */
export const ComingPage = ({ page }: { page: 'tools' | 'tool-builder' | 'logs' | 'analytics' }) => {
  const text = useText();
  return (
    <Page.Main>
      <Page.Title>{text(`${page}.title`)}</Page.Title>
      <Layouts.Header title={text(`${page}.title`)} />
      <Layouts.Content>
        <EmptyStateLayout icon={<EmptyDocuments width="16rem" />} content={text(`${page}.coming`)} />
      </Layouts.Content>
    </Page.Main>
  );
};
