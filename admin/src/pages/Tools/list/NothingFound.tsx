import { Button, EmptyStateLayout } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { useText } from '../../../components/Texts';

/** In place of the list when no tool fits what was asked for, with the way back to all of them. */
export const NothingFound = ({ onShowAll }: { onShowAll(): void }) => {
  const text = useText();
  return (
    <EmptyStateLayout
      icon={<EmptyDocuments width="16rem" />}
      content={text('tools.nothing-found')}
      shadow="tableShadow"
      action={
        <Button variant="secondary" onClick={onShowAll}>
          {text('tools.show-all')}
        </Button>
      }
    />
  );
};
