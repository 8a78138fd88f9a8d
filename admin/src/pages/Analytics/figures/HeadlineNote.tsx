import type { ReactNode } from 'react';
import { Typography } from '@strapi/design-system';
import type { Figures } from '../../../../../contracts/analytics';
import { RATE_LIMITED } from '../../../components/analytics/rate-limited';
import { LogsLink } from '../../../components/analytics/LogsLink';
import { useFigureText } from '../../../components/analytics/use-figure-text';
import { useText } from '../../../components/Texts';
import type { HeadlineName } from './headlines';

/** What must be known beside a figure to read it rightly. */
export const HeadlineNote = ({ name, totals }: { name: HeadlineName; totals: Figures }) => {
  const text = useText();
  const paint = useFigureText();
  const notes: Partial<Record<HeadlineName, ReactNode>> = {
    'error-rate': totals.rate_limited > 0 && (
      <LogsLink query={{ code: RATE_LIMITED }}>
        {text('analytics.note.rate-limited', { runs: totals.rate_limited })}
      </LogsLink>
    ),
    cost: totals.unknown_cost_runs > 0 && text('analytics.note.unknown', { runs: totals.unknown_cost_runs }),
    tokens: text('analytics.note.tokens', {
      read: paint('count', totals.prompt_tokens),
      written: paint('count', totals.completion_tokens),
    }),
    cached: text('analytics.note.cached', { runs: totals.cached }),
    saved:
      totals.saved.latency_ms !== null &&
      totals.saved.latency_ms > 0 &&
      text('analytics.note.saved-time', { time: paint('duration', totals.saved.latency_ms) }),
  };
  const note = notes[name];
  if (!note) return null;
  return (
    <Typography variant="pi" textColor="neutral600">
      {note}
    </Typography>
  );
};
