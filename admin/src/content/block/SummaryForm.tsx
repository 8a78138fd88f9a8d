import { Box, Flex, Loader, Typography } from '@strapi/design-system';
import { Texts, useText } from '../../components/Texts';
import type { Languages } from '../../components/Texts';
import { usePermission } from '../../components/use-permission';
import { Unloaded } from '../Unloaded';
import type { BlocksEditor } from './blocks-editor';
import { LengthField } from './LengthField';
import { Preview } from './Preview';
import { ToolField } from './ToolField';
import { lengthBounds } from './length-bounds';
import { useIsEditable } from './use-is-editable';
import { useSettings } from './use-settings';
import { useTools } from './use-tools';

/** Editors need not bring along what only the plugin's own pages say. */
const LANGUAGES: Languages = {
  en: () => import('../../translations/en/summary-block.json').then(({ default: texts }) => texts),
  de: () => import('../../translations/de/summary-block.json').then(({ default: texts }) => texts),
};

interface SummaryFormProps {
  /** where the form is on the page */
  card: HTMLElement;
  element: object;
  editor: BlocksEditor | null;
}

const Content = ({ card, element, editor }: SummaryFormProps) => {
  const text = useText();
  const mayRun = usePermission('runInContent');
  const isEditable = useIsEditable(card);
  const { settings, change } = useSettings(element, editor);
  const tools = useTools(settings.tool);
  const disabled = !isEditable || !editor;
  return (
    <Flex
      direction="column"
      alignItems="stretch"
      gap={4}
      paddingTop={1}
      paddingBottom={4}
      paddingLeft={4}
      paddingRight={4}
    >
      <Typography variant="pi" textColor="neutral600">
        {text('summary-block.explanation')}
      </Typography>
      <Flex gap={4} alignItems="flex-start" wrap="wrap">
        <Box flex="3 1 22rem" minWidth={0}>
          <ToolField
            {...tools}
            value={settings.tool}
            disabled={disabled || !mayRun}
            onChange={(tool) => change({ tool })}
          />
        </Box>
        <Box flex="1 1 18rem" minWidth={0}>
          <LengthField
            value={settings.maxLength}
            bounds={lengthBounds(tools.chosen)}
            disabled={disabled}
            onChange={(maxLength) => change({ maxLength })}
          />
        </Box>
      </Flex>
      {mayRun ? (
        !disabled && <Preview settings={settings} card={card} />
      ) : (
        <Typography variant="pi" textColor="neutral600">
          {text('summary-block.no-permission')}
        </Typography>
      )}
    </Flex>
  );
};

/** What the card has below its name. It comes with its texts when somebody first opens an entry with such a block. */
export const SummaryForm = (props: SummaryFormProps) => (
  <Texts
    languages={LANGUAGES}
    loading={
      <Flex justifyContent="center" padding={4} minHeight="8rem">
        <Loader small />
      </Flex>
    }
    missing={
      <Box padding={4}>
        <Unloaded />
      </Box>
    }
  >
    <Content {...props} />
  </Texts>
);
