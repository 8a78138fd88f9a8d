import * as React from 'react';
import { Flex, Status, Typography } from '@strapi/design-system';
import { STATUSES } from '../../../../../contracts/analytics';
import type { LogSummary } from '../../../../../contracts/logs';
import { useText } from '../../../components/Texts';

const VARIANTS = { success: 'success', error: 'danger', cancelled: 'neutral', refused: 'warning' } as const;

/** A code may be longer than its column is wide; it is broken between its words. */
const Code = ({ code }: { code: string }) => (
  <Typography variant="pi" textColor="neutral600" style={{ whiteSpace: 'normal' }}>
    {code.split(/(?<=_)/).map((word, place) => (
      <React.Fragment key={place}>
        {word}
        <wbr />
      </React.Fragment>
    ))}
  </Typography>
);

/** How a run ended, and the code of what went wrong. */
export const RunStatus = ({
  run: { status, error_code: code, cached },
}: {
  run: Pick<LogSummary, 'status' | 'error_code' | 'cached'>;
}) => {
  const text = useText();
  const known = STATUSES.find((one) => one === status);
  const variant = known ? VARIANTS[known] : 'neutral';
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <Status variant={variant} size="XS">
        <Typography
          variant="pi"
          fontWeight="bold"
          // the orange of a warning is too pale to read on its own background
          textColor={variant === 'warning' ? 'neutral800' : undefined}
        >
          {known ? text(`logs.status.${known}`) : status}
        </Typography>
      </Status>
      {code !== null && code !== status && <Code code={code} />}
      {cached && (
        <Typography variant="pi" textColor="neutral600">
          {text('logs.from-cache')}
        </Typography>
      )}
    </Flex>
  );
};
