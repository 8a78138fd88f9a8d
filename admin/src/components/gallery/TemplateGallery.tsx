import type { ComponentProps } from 'react';
import { Box, Grid, Typography } from '@strapi/design-system';
import {
  Code,
  Discuss,
  Feather,
  Globe,
  Graph,
  Image,
  List,
  Plus,
  PriceTag,
  SealCheck,
  Search,
} from '@strapi/icons';
import { TOOL_TEMPLATES } from '../../../../contracts/tool-templates';
import type { TemplateId, ToolTemplate } from '../../../../contracts/tool-templates';
import { pathTo } from '../../sections';
import { useText } from '../Texts';
import { TemplateCard } from './TemplateCard';

const ICONS: Record<TemplateId, ComponentProps<typeof TemplateCard>['icon']> = {
  'content-summarizer': List,
  'content-generator': Feather,
  'code-explainer': Code,
  'content-analyzer': Graph,
  'seo-title-and-description': Search,
  'alt-text': Image,
  translator: Globe,
  'tags-from-a-list': PriceTag,
  proofreader: SealCheck,
  'faq-from-article': Discuss,
};

const addressOf = (template: TemplateId | 'blank'): string => `${pathTo('tools/new')}?template=${template}`;

/** The names as the prompt has them, so that a card shows what its tool will ask for. */
const inputsOf = ({ tool }: ToolTemplate): string[] => Object.keys(Object(tool.input_schema.properties));

const Cards = () => {
  const text = useText();
  return (
    <Grid.Root gap={4} tag="ul" aria-label={text('gallery.label')}>
      <Grid.Item tag="li" col={4} m={6} xs={12} direction="column" alignItems="stretch">
        <TemplateCard
          to={addressOf('blank')}
          icon={Plus}
          name={text('gallery.blank.name')}
          description={text('gallery.blank.description')}
        />
      </Grid.Item>
      {TOOL_TEMPLATES.map((template) => (
        <Grid.Item key={template.id} tag="li" col={4} m={6} xs={12} direction="column" alignItems="stretch">
          <TemplateCard
            to={addressOf(template.id)}
            icon={ICONS[template.id]}
            name={text(`gallery.${template.id}.name`)}
            description={text(`gallery.${template.id}.description`)}
          >
            <Typography variant="pi" textColor="neutral600">
              {text('gallery.inputs', { inputs: inputsOf(template).join(', ') })}
            </Typography>
          </TemplateCard>
        </Grid.Item>
      ))}
    </Grid.Root>
  );
};

/** The tools to begin with, and an empty one. Each leads to the builder. */
export const TemplateGallery = () => {
  const text = useText();
  return (
    <Box tag="section" aria-labelledby="template-gallery">
      <Typography id="template-gallery" variant="beta" tag="h2">
        {text('gallery.title')}
      </Typography>
      <Box paddingTop={1} paddingBottom={5}>
        <Typography textColor="neutral600">{text('gallery.intro')}</Typography>
      </Box>
      <Cards />
    </Box>
  );
};
