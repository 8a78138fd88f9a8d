import { Box, Button, Flex, Loader, Typography } from '@strapi/design-system';
import { ArrowClockwise, ChevronRight } from '@strapi/icons';
import { styled } from 'styled-components';
import type { BulkOrder } from '../../../../../contracts/bulk-runs';
import { Notice } from '../../../components/Notice';
import { useText } from '../../../components/Texts';
import { useKeptFocus } from '../../../components/use-kept-focus';
import { EntryLink } from '../EntryLink';
import { useRunWords } from '../use-run-words';
import { useFieldLabel } from '../use-type-fields';
import { usePreview } from './use-preview';

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  gap: 1.6rem;
`;

const Text = styled(Box)`
  height: 100%;
  max-height: 24rem;
  overflow-y: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

interface SideProps {
  title: string;
  value: string;
  /** in place of a text that is empty */
  nothing: string;
  isNew: boolean;
}

const Side = ({ title, value, nothing, isNew }: SideProps) => (
  <Flex direction="column" alignItems="stretch" gap={1}>
    <Typography variant="pi" fontWeight="bold" textColor="neutral600" tag="h4">
      {title}
    </Typography>
    <Text
      tag="section"
      tabIndex={0}
      aria-label={title}
      padding={3}
      hasRadius
      background={isNew ? 'success100' : 'neutral100'}
      borderColor={isNew ? 'success200' : 'neutral200'}
    >
      <Typography textColor={value === '' ? 'neutral600' : 'neutral800'}>{value || nothing}</Typography>
    </Text>
  </Flex>
);

/** What the tool makes of one entry. Nothing of it is written. */
export const PreviewPanel = ({ order }: { order: BulkOrder }) => {
  const text = useText();
  const words = useRunWords();
  const fieldLabel = useFieldLabel(order.content_type);
  const { shown, problem, isLoading, again, another } = usePreview(order);
  useKeptFocus(isLoading);
  return (
    <Box tag="section" aria-label={text('bulk.preview')}>
      <Flex justifyContent="space-between" gap={3} wrap="wrap" paddingBottom={3}>
        <Typography variant="delta" tag="h3">
          {text('bulk.preview')}
        </Typography>
        <Flex gap={2}>
          <Button
            variant="ghost"
            size="S"
            startIcon={<ArrowClockwise />}
            disabled={isLoading}
            onClick={again}
          >
            {text('bulk.again')}
          </Button>
          {another && (
            <Button
              variant="ghost"
              size="S"
              endIcon={<ChevronRight />}
              disabled={isLoading}
              onClick={another}
            >
              {text('bulk.another')}
            </Button>
          )}
        </Flex>
      </Flex>
      <Box aria-live="polite" aria-busy={isLoading}>
        {isLoading && (
          <Flex justifyContent="center" padding={6}>
            <Loader small>{text('bulk.previewing')}</Loader>
          </Flex>
        )}
        {problem !== null && <Notice look="danger" title={problem} />}
        {shown && (
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Typography textColor="neutral600">
              <EntryLink
                contentType={order.content_type}
                documentId={shown.document_id}
                locale={order.locale}
              >
                {shown.label}
              </EntryLink>
              {` · ${fieldLabel(order.target)}`}
              {shown.cost_usd !== null && ` · ${words.usd(shown.cost_usd)}`}
            </Typography>
            {shown.error ? (
              <Notice look="danger" title={shown.error.message} />
            ) : (
              <Columns>
                <Side
                  title={text('bulk.before')}
                  value={shown.before}
                  nothing={text('bulk.empty')}
                  isNew={false}
                />
                <Side
                  title={text('bulk.after')}
                  value={shown.after ?? ''}
                  nothing={text('bulk.empty')}
                  isNew
                />
              </Columns>
            )}
          </Flex>
        )}
      </Box>
    </Box>
  );
};
