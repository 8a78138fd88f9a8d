import * as React from 'react';
import { Flex, Typography } from '@strapi/design-system';
import { useFindBudgetsQuery } from '../../../api/analytics';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { orderBudgets } from './budget-bar';
import { BudgetLine } from './BudgetLine';

/** The budgets of this month, whatever range the page shows. */
export const Budgets = () => {
  const text = useText();
  const { data, isError } = useFindBudgetsQuery(undefined, { refetchOnMountOrArgChange: true });
  const budgets = React.useMemo(() => orderBudgets(data?.data ?? []), [data]);
  const isNone = data !== undefined && budgets.length === 0;
  return (
    <Panel title={text('analytics.budgets')} text={text('analytics.budgets-text')}>
      {isError && <Typography textColor="danger600">{text('analytics.budgets-failed')}</Typography>}
      {isNone && <Typography textColor="neutral600">{text('analytics.no-budgets')}</Typography>}
      {budgets.length > 0 && (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={5}>
          {budgets.map((budget) => (
            <BudgetLine key={budget.tool ?? 'site'} budget={budget} />
          ))}
        </Flex>
      )}
    </Panel>
  );
};
