import { Flex } from '@strapi/design-system';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../components/ButtonLink';
import { useText } from '../../components/Texts';
import { pathTo } from '../../sections';
import { QUICK_VIEWS, isQuickView } from './address/quick-views';

/** What is asked of the log most often, a click away. */
export const QuickViews = () => {
  const text = useText();
  const [search] = useSearchParams();
  return (
    <Flex tag="nav" aria-label={text('logs.views')} gap={2} wrap="wrap">
      {QUICK_VIEWS.map((view) => {
        const isShown = isQuickView(view, search);
        return (
          <ButtonLink
            key={view.name}
            to={`${pathTo('logs')}?${new URLSearchParams(view.search)}`}
            size="S"
            variant={isShown ? 'secondary' : 'tertiary'}
            aria-current={isShown ? 'page' : undefined}
          >
            {text(`logs.view.${view.name}`)}
          </ButtonLink>
        );
      })}
    </Flex>
  );
};
