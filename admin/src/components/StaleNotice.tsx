import { Button, Flex, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import { useText } from './Texts';

interface StaleNoticeProps {
  /** whether the last reading failed, so that what is shown is from before */
  isStale: boolean;
  isReading: boolean;
  onReadAgain(): void;
}

/** Says that what a page shows may be old, and reads it again on demand. */
export const StaleNotice = ({ isStale, isReading, onReadAgain }: StaleNoticeProps) => {
  const text = useText();
  return (
    // always there, so that a screen reader tells what appears in it
    <div role="status">
      {isStale && (
        <Flex gap={3} background="warning100" borderColor="warning200" hasRadius padding={3} marginBottom={4}>
          <WarningCircle width="1.6rem" height="1.6rem" fill="warning700" aria-hidden />
          <Typography flex="1">{text('form.stale')}</Typography>
          <Button type="button" size="S" variant="tertiary" loading={isReading} onClick={onReadAgain}>
            {text('form.read-again')}
          </Button>
        </Flex>
      )}
    </div>
  );
};
