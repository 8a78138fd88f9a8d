import type * as React from 'react';
import { Box, Button, Flex, Loader, Typography } from '@strapi/design-system';
import { Cross, Eye } from '@strapi/icons';
import { Notice } from '../../components/Notice';
import { useText } from '../../components/Texts';
import type { SummarySettings } from './summary-node';
import { usePreview } from './use-preview';

interface PreviewProps {
  settings: SummarySettings;
  card: HTMLElement;
}

/** In the dialog for a related entry, the address and the form around it are not those of the entry on the page. */
const isRelatedEntry = (card: HTMLElement): boolean => card.closest('[role="dialog"] form') !== null;

/** What a reader would get, on request: each one may cost the site something. */
export const Preview = ({ settings, card }: PreviewProps) => {
  const text = useText();
  const { start, stop, isRunning, outcome } = usePreview(settings);
  if (isRelatedEntry(card)) {
    return (
      <Typography variant="pi" textColor="neutral600">
        {text('summary-block.elsewhere')}
      </Typography>
    );
  }
  return (
    <div>
      <Flex gap={3}>
        <Button
          type="button"
          variant="secondary"
          startIcon={isRunning ? <Cross /> : <Eye />}
          onClick={isRunning ? stop : () => void start()}
        >
          {text(isRunning ? 'summary-block.stop' : 'summary-block.preview')}
        </Button>
        {isRunning && <Loader small>{text('summary-block.running')}</Loader>}
      </Flex>
      <Box role="status" paddingTop={outcome ? 3 : 0}>
        {outcome && 'failure' in outcome && (
          <Notice look="danger" title={text('summary-block.failed')}>
            {outcome.failure}
          </Notice>
        )}
        {outcome && 'text' in outcome && outcome.text === '' && (
          <Notice look="info" title={text('summary-block.empty')} />
        )}
        {outcome && 'text' in outcome && outcome.text !== '' && (
          <Box
            background="neutral100"
            borderColor="neutral150"
            hasRadius
            padding={4}
            // the editor around it would put the block in place of the words
            onCopy={(event: React.ClipboardEvent) => event.stopPropagation()}
          >
            <Typography tag="p" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {outcome.text}
            </Typography>
          </Box>
        )}
      </Box>
    </div>
  );
};
