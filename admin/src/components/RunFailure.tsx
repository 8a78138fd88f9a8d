import { Typography } from '@strapi/design-system';
import type { ErrorBody } from '../../../contracts/errors';
import { useText } from './Texts';
import { Notice } from './Notice';

/** Why a run failed, in the server's words, which say what to do. Faults of inputs are told at the inputs as well. */
export const RunFailure = ({ error: { code, message, details } }: { error: ErrorBody }) => {
  const text = useText();
  const facts = [
    code,
    details.provider_status !== undefined &&
      text('playground.provider-status', { status: details.provider_status }),
    details.retry_after_seconds !== undefined &&
      text('playground.retry-after', { seconds: details.retry_after_seconds }),
    text('playground.request-id', { id: details.request_id }),
  ];
  return (
    <Notice look="danger" title={message}>
      <Typography variant="pi" textColor="neutral700" style={{ overflowWrap: 'anywhere' }}>
        {facts.filter(Boolean).join(' · ')}
      </Typography>
    </Notice>
  );
};
