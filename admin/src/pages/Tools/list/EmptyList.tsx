import { EmptyStateLayout } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { FirstVisit } from '../../../components/first-visit/FirstVisit';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';

/** In place of the list as long as the site has no tool: the way to a first one, for those who may make it. */
export const EmptyList = () => {
  const text = useText();
  const mayCreate = usePermission('createTools');
  if (mayCreate) return <FirstVisit />;
  return (
    <EmptyStateLayout
      icon={<EmptyDocuments width="16rem" />}
      content={text('tools.empty')}
      shadow="tableShadow"
    />
  );
};
