import { Flex, Typography } from '@strapi/design-system';
import { ERRORS } from '../../../../../contracts/errors';
import type { ErrorCode } from '../../../../../contracts/errors';
import type { LogDetails } from '../../../../../contracts/logs';
import { Notice } from '../../../components/Notice';
import { useText } from '../../../components/Texts';
import { REFUSAL_CODES } from '../filters/filter-choices';

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** What went wrong, in the words of the log, and what can be done about it. */
export const RunError = ({ run, code }: { run: LogDetails; code: string }) => {
  const text = useText();
  const advised = isErrorCode(code) ? code : REFUSAL_CODES.find((one) => one === code);
  return (
    <Notice look="danger" title={code}>
      <Flex direction="column" alignItems="flex-start" gap={2}>
        {run.error_message !== null && (
          <Typography style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {run.error_message}
          </Typography>
        )}
        {run.provider_status !== null && (
          <Typography>{text('logs.provider-status', { status: String(run.provider_status) })}</Typography>
        )}
        {advised && (
          <Typography>
            <strong>{text('logs.advice')}</strong> {text(`logs.advice.${advised}`)}
          </Typography>
        )}
      </Flex>
    </Notice>
  );
};
