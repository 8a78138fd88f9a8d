import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { AnalyticsAnswer, TimeRange } from '../../../../contracts/analytics';
import { useText } from '../../components/Texts';

/** From when to when the figures are, and those that they are compared with. */
export const RangeText = ({ answer: { from, to, zone, previous } }: { answer: AnalyticsAnswer }) => {
  const text = useText();
  const intl = useIntl();
  const write = (range: TimeRange): string =>
    intl.formatDateTimeRange(new Date(range.from), new Date(range.to), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    });
  return (
    <Typography variant="pi" textColor="neutral600" tag="p" role="status">
      {text('analytics.shown', { range: write({ from, to }) })}{' '}
      {previous && text('analytics.compared', { range: write(previous) })}
    </Typography>
  );
};
