import { Box, Flex, Loader, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useIntl } from 'react-intl';
import type { BulkOrder, EstimateBulkRun } from '../../../../../contracts/bulk-runs';
import { Notice } from '../../../components/Notice';
import { useText } from '../../../components/Texts';
import { EntryLink } from '../EntryLink';
import { warnOfBudget } from '../estimate-warning';
import { useRunWords } from '../use-run-words';

export type Estimate = EstimateBulkRun.Response['data'];

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr));
  gap: 1.6rem;
`;

const Figure = ({ title, figure }: { title: string; figure: string }) => (
  <div>
    <Typography tag="dt" variant="pi" textColor="neutral600">
      {title}
    </Typography>
    <Typography tag="dd" variant="delta">
      {figure}
    </Typography>
  </div>
);

const LeftOut = ({ order, leftOut }: { order: BulkOrder; leftOut: Estimate['left_out'] }) => {
  const text = useText();
  return (
    <Notice look="info" title={text('bulk.left-out', { entries: leftOut.length })}>
      <Box
        tag="ul"
        width="100%"
        maxHeight="16rem"
        overflow="auto"
        tabIndex={0}
        aria-label={text('bulk.left-out-list')}
      >
        {leftOut.map(({ document_id: id, label, reason }) => (
          <li key={id}>
            <EntryLink contentType={order.content_type} documentId={id} locale={order.locale}>
              {label}
            </EntryLink>
            <Typography tag="p" variant="pi" textColor="neutral700">
              {reason}
            </Typography>
          </li>
        ))}
      </Box>
    </Notice>
  );
};

interface EstimatePanelProps {
  order: BulkOrder;
  /** null until it is there */
  estimate: Estimate | null;
  /** why there is none */
  problem: string | null;
}

/** What a run would come to before it is started. */
export const EstimatePanel = ({ order, estimate, problem }: EstimatePanelProps) => {
  const text = useText();
  const words = useRunWords();
  const { formatNumber } = useIntl();
  const warning = estimate && warnOfBudget(estimate);
  return (
    <Box tag="section" aria-label={text('bulk.estimate')}>
      <Typography variant="delta" tag="h3">
        {text('bulk.estimate')}
      </Typography>
      <Flex direction="column" alignItems="stretch" gap={4} paddingTop={3} aria-live="polite">
        {problem !== null && <Notice look="danger" title={problem} />}
        {!estimate && problem === null && <Loader small>{text('bulk.estimating')}</Loader>}
        {estimate && (
          <>
            <Figures>
              <Figure title={text('bulk.entries')} figure={formatNumber(estimate.entries)} />
              <Figure title={text('bulk.tokens')} figure={formatNumber(estimate.prompt_tokens)} />
              <Figure
                title={text('bulk.cost-at-most')}
                figure={
                  estimate.cost_usd_at_most === null
                    ? text('bulk.unknown')
                    : words.usd(estimate.cost_usd_at_most)
                }
              />
              <Figure
                title={text('bulk.budget-left')}
                figure={
                  estimate.budget_left_usd === null
                    ? text('bulk.no-budget')
                    : words.usd(estimate.budget_left_usd)
                }
              />
            </Figures>
            {warning && (
              <Notice look="warning" title={text(`bulk.budget.${warning}`)}>
                {text('bulk.budget-text')}
              </Notice>
            )}
            {estimate.left_out.length > 0 && <LeftOut order={order} leftOut={estimate.left_out} />}
          </>
        )}
      </Flex>
    </Box>
  );
};
