import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { toMicros } from '../../../../contracts/money';
import { formatCost } from '../../components/cost-text';
import { Notice } from '../../components/Notice';
import { RunFailure } from '../../components/RunFailure';
import { useText } from '../../components/Texts';
import type { ContentRun } from './run-state';

/** What became of a run, in words that say what to do; for one that went well, what it took. */
export const RunNotices = ({ run: { status, completion, error, refusal } }: { run: ContentRun }) => {
  const text = useText();
  const { formatNumber } = useIntl();
  const figures = completion && [
    completion.model,
    completion.meta.cost_usd !== null && formatCost(toMicros(completion.meta.cost_usd), formatNumber),
    completion.meta.cached && text('field-action.cached'),
  ];
  return (
    <>
      {error && <RunFailure error={error} />}
      {refusal && <Notice look="danger" title={refusal.sentence ?? text('field-action.refused')} />}
      {status === 'stopped' && <Notice look="info" title={text('playground.stopped')} />}
      {status === 'broken' && <Notice look="warning" title={text('playground.broken')} />}
      {completion?.choices[0].finish_reason === 'length' && (
        <Notice look="warning" title={text('field-action.cut')} />
      )}
      {figures && (
        <Typography variant="pi" textColor="neutral600">
          {text('field-action.figures', { figures: figures.filter(Boolean).join(' · ') })}
        </Typography>
      )}
    </>
  );
};
