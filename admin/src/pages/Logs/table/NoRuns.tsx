import { Box, Button, EmptyStateLayout, Flex } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { ButtonLink } from '../../../components/ButtonLink';
import { useText } from '../../../components/Texts';
import { usePermission } from '../../../components/use-permission';
import { pathTo } from '../../../sections';
import { isFiltered } from '../address/log-address';
import type { LogAddress } from '../address/log-address';
import type { ChangeAddress } from '../address/use-log-address';

interface NoRunsProps {
  address: LogAddress;
  isComplete: boolean;
  onChange: ChangeAddress;
  onShowAll(): void;
}

/** In place of the rows when there are none: why, and what can be done about it. */
export const NoRuns = ({ address, isComplete, onChange, onShowAll }: NoRunsProps) => {
  const text = useText();
  const mayReadTools = usePermission('readTools');
  const isNothing = !isFiltered(address);
  const hasTrials = address.filter.with_trials === 'true' || address.filter.source !== undefined;
  const content = isNothing ? 'logs.empty' : 'logs.nothing-found';
  return (
    <Box role="status">
      <EmptyStateLayout
        icon={<EmptyDocuments width="16rem" />}
        shadow="tableShadow"
        content={text(isComplete ? content : 'logs.nothing-yet')}
        action={
          <Flex gap={2} wrap="wrap" justifyContent="center">
            {!isNothing && (
              <Button variant="secondary" onClick={onShowAll}>
                {text('logs.show-all')}
              </Button>
            )}
            {!hasTrials && (
              <Button variant="tertiary" onClick={() => onChange({ with_trials: 'true' })}>
                {text('logs.show-trials')}
              </Button>
            )}
            {isNothing && mayReadTools && (
              <ButtonLink to={pathTo('tools')}>{text('logs.to-tools')}</ButtonLink>
            )}
          </Flex>
        }
      />
    </Box>
  );
};
