import { Box, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useIntl } from 'react-intl';
import type { BudgetProjection } from '../../../../../contracts/analytics';
import { toMicros } from '../../../../../contracts/money';
import { LogsLink, LogsScope } from '../../../components/analytics/LogsLink';
import { useFigureText } from '../../../components/analytics/use-figure-text';
import { useText } from '../../../components/Texts';
import { budgetBar, monthMoments } from './budget-bar';
import type { BudgetState } from './budget-bar';

const BAR_COLORS: Record<BudgetState, 'danger600' | 'warning600' | 'primary600'> = {
  'used-up': 'danger600',
  'will-be-exceeded': 'warning600',
  'on-course': 'primary600',
};

/** The bar's own orange is too light to be read. */
const TEXT_COLORS: Record<BudgetState, 'danger600' | 'neutral800' | 'neutral600'> = {
  'used-up': 'danger600',
  'will-be-exceeded': 'neutral800',
  'on-course': 'neutral600',
};

const Track = styled(Box)`
  position: relative;
  height: 0.8rem;
  border-radius: 0.4rem;
  overflow: hidden;
  background: ${({ theme }) => theme.colors.neutral200};
`;

const percent = (part: number): string => `${part * 100}%`;

/** One budget: what is spent of it, what is set aside, and where the month will end if it goes on like this. */
export const BudgetLine = ({ budget }: { budget: BudgetProjection }) => {
  const text = useText();
  const paint = useFigureText();
  const { formatDate } = useIntl();
  const { spent, reserved, projected, state } = budgetBar(budget);
  const usd = (amount: number): string => paint('money', toMicros(amount));
  const { from, to } = monthMoments(budget.month);
  const name = budget.tool ?? text('analytics.budget.site');
  const month = formatDate(from, { month: 'long', timeZone: 'UTC' });
  const words = text('analytics.budget.spent', {
    spent: usd(budget.spent_usd),
    budget: usd(budget.budget_usd),
  });

  return (
    <LogsScope.Provider value={{ from, to, with_trials: 'true' }}>
      <Flex tag="li" direction="column" alignItems="stretch" gap={1}>
        <Flex justifyContent="space-between" gap={4} wrap="wrap">
          <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
            <LogsLink
              query={{ sort: 'cost', ...(budget.tool !== null && { tool: budget.tool }) }}
              label={text('analytics.tool-logs', { tool: name })}
            >
              {name}
            </LogsLink>
          </Typography>
          <Typography>{words}</Typography>
        </Flex>
        <Track
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(spent * 100)}
          aria-valuetext={words}
        >
          <Flex height="100%">
            <Box width={percent(spent)} height="100%" background={BAR_COLORS[state]} />
            <Box width={percent(reserved)} height="100%" background="neutral400" />
          </Flex>
          {projected !== null && (
            <Box
              position="absolute"
              top={0}
              height="100%"
              width="3px"
              background="neutral800"
              style={{ left: `calc(${percent(projected)} - 3px)` }}
            />
          )}
        </Track>
        <Typography variant="pi" textColor={TEXT_COLORS[state]}>
          {text(`analytics.budget.${state}`, { projected: usd(budget.projected_usd), month })}
          {budget.reserved_usd > 0 &&
            ` ${text('analytics.budget.reserved', { reserved: usd(budget.reserved_usd) })}`}
        </Typography>
      </Flex>
    </LogsScope.Provider>
  );
};
