import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { TemplateGallery } from '../../components/gallery/TemplateGallery';
import { PageMain } from '../../components/PageMain';
import { useText } from '../../components/Texts';
import { pathTo } from '../../sections';

/** Where a new tool begins: with a choice of templates. */
export const NewTool = () => {
  const text = useText();
  return (
    <PageMain>
      <Page.Title>{text('gallery.new')}</Page.Title>
      <Layouts.Header
        title={text('gallery.new')}
        navigationAction={<BackButton fallback={pathTo('tools')} />}
      />
      <Layouts.Content>
        <TemplateGallery />
      </Layouts.Content>
    </PageMain>
  );
};
