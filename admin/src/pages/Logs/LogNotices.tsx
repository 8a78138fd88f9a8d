import { Flex } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { FindLogStatus } from '../../../../contracts/logs';
import { Notice } from '../../components/Notice';
import { useText } from '../../components/Texts';

/** What is wrong with the log itself, for as long as it is: a log that loses rows must not look complete. */
export const LogNotices = ({ status }: { status: FindLogStatus.Response['data'] }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { failure, lost_rows: lost, waiting_rows: waiting, durability } = status;
  if (failure === null && lost === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2} role="alert">
      {failure !== null && (
        <Notice look="danger" title={text('logs.database-fails', { rows: waiting })}>
          {`${text(durability === 'journal' ? 'logs.kept-in-journal' : 'logs.kept-in-memory')} ${failure}`}
        </Notice>
      )}
      {lost > 0 && (
        <Notice look="danger" title={text('logs.lost', { rows: formatNumber(lost) })}>
          {text('logs.lost-text')}
        </Notice>
      )}
    </Flex>
  );
};
