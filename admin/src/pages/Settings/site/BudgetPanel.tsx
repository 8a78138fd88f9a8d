import { Flex } from '@strapi/design-system';
import type { SiteSettings } from '../../../../../contracts/settings';
import { NumberField } from '../../../components/form/NumberField';
import { Panel } from '../../../components/Panel';
import { useText } from '../../../components/Texts';
import { Caution } from './Caution';
import type { SiteValues } from './site-values';
import { useLocked } from './use-locked';

interface BudgetPanelProps {
  settings: SiteSettings;
  values: SiteValues;
}

/** What all tools together may spend. */
export const BudgetPanel = ({ settings, values }: BudgetPanelProps) => {
  const text = useText();
  const locked = useLocked(settings);
  const isFirst = settings.budget_usd === null && values.budget_usd !== null;
  return (
    <Panel title={text('site.money')} text={text('site.money-text')}>
      <Flex direction="column" alignItems="stretch">
        <NumberField
          name="budget_usd"
          label={text('site.budget')}
          hint={text('site.budget-hint')}
          placeholder={text('site.budget-none')}
          locked={locked('budget_usd')}
        />
        <Caution text={isFirst ? text('site.budget-first') : null} />
      </Flex>
    </Panel>
  );
};
