import { Box, Flex, Loader, Typography } from '@strapi/design-system';
import { logsAddress } from '../../components/analytics/logs-address';
import { UsageFigures } from '../../components/analytics/UsageFigures';
import { useUsage } from '../../components/analytics/use-usage';
import { ButtonLink } from '../../components/ButtonLink';
import { Panel } from '../../components/Panel';
import { useText } from '../../components/Texts';
import { usePermission } from '../../components/use-permission';
import { pathTo } from '../../sections';

const DAYS = 30;

/** What a tool did, cost and took in the last thirty days, and the ways to more of it. */
export const ToolAnalytics = ({ slug }: { slug: string }) => {
  const text = useText();
  const mayReadLogs = usePermission('readLogs');
  const { answer, isLoading, isError } = useUsage(DAYS, slug);
  const isNothing = answer?.totals.runs === 0;
  return (
    <Panel title={text('usage.tool-title')} text={text('usage.tool-text')}>
      {isLoading && (
        <Flex justifyContent="center">
          <Loader small>{text('usage.loading')}</Loader>
        </Flex>
      )}
      {isError && <Typography textColor="danger600">{text('usage.failed')}</Typography>}
      {isNothing && <Typography>{text('usage.nothing-month')}</Typography>}
      {answer && !isNothing && <UsageFigures answer={answer} of={{ tool: slug }} withLatency />}
      {answer?.complete === false && <Typography textColor="neutral800">{text('usage.counting')}</Typography>}
      <Box>
        <Flex gap={2} wrap="wrap">
          <ButtonLink
            to={`${pathTo('analytics')}?${new URLSearchParams({ tool: slug }).toString()}`}
            size="S"
          >
            {text('usage.to-dashboard')}
          </ButtonLink>
          {mayReadLogs && (
            <ButtonLink to={logsAddress({ tool: slug })} size="S" variant="tertiary">
              {text('usage.to-logs')}
            </ButtonLink>
          )}
        </Flex>
      </Box>
    </Panel>
  );
};
