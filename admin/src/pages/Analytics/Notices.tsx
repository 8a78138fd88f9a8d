import { Button, Flex, Typography } from '@strapi/design-system';
import { Clock, WarningCircle } from '@strapi/icons';
import { useRefusal } from '../../components/form/SaveForm';
import { useText } from '../../components/Texts';

type Failure = Parameters<ReturnType<typeof useRefusal>>[0];

interface NoticesProps {
  error: Failure | undefined;
  isCounting: boolean;
  onRetry(): void;
}

/** What keeps the figures from being all there is. */
export const Notices = ({ error, isCounting, onRetry }: NoticesProps) => {
  const text = useText();
  const readRefusal = useRefusal();
  return (
    <>
      {error && (
        <Flex role="alert" gap={3} padding={4} background="danger100" hasRadius wrap="wrap">
          <WarningCircle fill="danger600" aria-hidden />
          <Typography textColor="danger700">
            {text('analytics.failed')} {readRefusal(error).sentence}
          </Typography>
          <Button variant="danger-light" size="S" onClick={onRetry}>
            {text('analytics.retry')}
          </Button>
        </Flex>
      )}
      {isCounting && (
        <Flex role="status" gap={3} padding={4} background="warning100" hasRadius>
          <Clock fill="warning600" aria-hidden />
          <Typography textColor="neutral800">{text('analytics.counting')}</Typography>
        </Flex>
      )}
    </>
  );
};
