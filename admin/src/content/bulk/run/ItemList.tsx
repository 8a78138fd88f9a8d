import { Box, Flex, Loader, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { BulkItem, BulkItemState, BulkRun } from '../../../../../contracts/bulk-runs';
import { useListItemsQuery } from '../../../api/bulk-runs';
import { Notice } from '../../../components/Notice';
import { useText } from '../../../components/Texts';
import { EntryLink } from '../EntryLink';
import { useProblem } from '../use-problem';

const Rows = styled(Box)`
  max-height: 28rem;
  overflow-y: auto;
  > li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.neutral150};
  }
`;

const EMPTY: BulkItem[] = [];

const Row = ({ run, item }: { run: BulkRun; item: BulkItem }) => (
  <Box tag="li" paddingTop={2} paddingBottom={2} paddingLeft={3} paddingRight={3}>
    <EntryLink contentType={run.content_type} documentId={item.document_id} locale={run.locale}>
      {item.label}
    </EntryLink>
    {item.error && (
      <Typography tag="p" variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
        {item.error.message}
      </Typography>
    )}
  </Box>
);

/** The entries of a run that are in one state, by their titles, with what went wrong. */
export const ItemList = ({ run, state }: { run: BulkRun; state: BulkItemState }) => {
  const text = useText();
  const readProblem = useProblem();
  const count = run.counts[state];
  // the rows of before stay until those of another count are there
  const { data, currentData, originalArgs, error } = useListItemsQuery({ id: run.id, state, count });
  const isSame = originalArgs?.state === state && originalArgs.id === run.id;
  const items = (currentData ?? (isSame ? data : undefined))?.data ?? EMPTY;
  const left = count - items.length;
  const problem = currentData ? null : readProblem(error);
  return (
    <Box paddingTop={3}>
      <Typography tag="p" variant="pi" textColor="neutral600" paddingBottom={2}>
        {text(`bulk.explain.${state}`)}
      </Typography>
      {problem !== null ? (
        <Notice look="danger" title={problem} />
      ) : items.length === 0 ? (
        <Flex justifyContent="center" padding={4}>
          <Loader small>{text('bulk.loading')}</Loader>
        </Flex>
      ) : (
        <Box borderColor="neutral150" hasRadius>
          <Rows tag="ul" tabIndex={0} aria-label={text(`bulk.item.${state}`, { entries: run.counts[state] })}>
            {items.map((item) => (
              <Row key={item.document_id} run={run} item={item} />
            ))}
          </Rows>
        </Box>
      )}
      {items.length > 0 && left > 0 && (
        <Typography variant="pi" textColor="neutral600">
          {text('bulk.more-items', { shown: items.length, left })}
        </Typography>
      )}
    </Box>
  );
};
