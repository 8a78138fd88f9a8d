import { Flex } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { useFindProvidersQuery } from '../../api/providers';
import { TemplateGallery } from '../gallery/TemplateGallery';
import { useMay } from '../use-permission';
import { FirstSteps } from './FirstSteps';

/** What a site without tools shows in their place: the steps to the first answer, and templates to begin with. */
export const FirstVisit = () => {
  const may = useMay();
  const { data, isLoading } = useFindProvidersQuery(undefined, { skip: !may('readSettings') });
  if (isLoading) return <Page.Loading />;
  return (
    <Flex direction="column" alignItems="stretch" gap={8}>
      <FirstSteps providers={data?.data ?? []} />
      {may('createTools') && <TemplateGallery />}
    </Flex>
  );
};
