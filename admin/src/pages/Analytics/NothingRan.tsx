import { Button, EmptyStateLayout } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { ButtonLink } from '../../components/ButtonLink';
import { useText } from '../../components/Texts';
import { usePermission } from '../../components/use-permission';
import { pathTo } from '../../sections';
import { FILTERS } from './view/analytics-view';

interface NothingRanProps {
  isFiltered: boolean;
  onChange(changes: Record<string, null>): void;
}

/** In place of the figures when there are none, with what can be done about it. */
export const NothingRan = ({ isFiltered, onChange }: NothingRanProps) => {
  const text = useText();
  const mayReadTools = usePermission('readTools');
  const clear = (): void => onChange(Object.fromEntries(FILTERS.map((name) => [name, null])));
  return (
    <EmptyStateLayout
      icon={<EmptyDocuments width="16rem" />}
      shadow="tableShadow"
      content={text(isFiltered ? 'analytics.nothing-fits' : 'analytics.nothing')}
      action={
        isFiltered ? (
          <Button variant="secondary" onClick={clear}>
            {text('analytics.clear-filters')}
          </Button>
        ) : (
          mayReadTools && <ButtonLink to={pathTo('tools')}>{text('analytics.to-tools')}</ButtonLink>
        )
      }
    />
  );
};
