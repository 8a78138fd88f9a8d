import { Box, Flex, Typography } from '@strapi/design-system';
import { useText } from '../../../components/Texts';
import { RANGES } from './analytics-view';
import type { AnalyticsView } from './analytics-view';
import { bucketsFor } from './choose-bucket';
import { Choice } from './Choice';
import { DayField } from './DayField';

interface RangePickerProps {
  view: AnalyticsView;
  onChange(changes: Record<string, string | null>): void;
}

/** Of when the figures are, and how finely they are told apart. */
export const RangePicker = ({ view: { range, days, bucket }, onChange }: RangePickerProps) => {
  const text = useText();
  const setDays = (first: string, last: string): void =>
    onChange({ range: 'custom', from: first, to: last, bucket: null });
  return (
    <Flex gap={2} wrap="wrap" alignItems="center">
      <Box minWidth="16rem">
        <Choice
          label={text('analytics.range')}
          value={range}
          options={RANGES.map((value) => ({ value, label: text(`analytics.range.${value}`) }))}
          onChoose={(chosen) =>
            chosen === 'custom'
              ? setDays(days.first, days.last)
              : onChange({ range: chosen, from: null, to: null, bucket: null })
          }
        />
      </Box>
      {range === 'custom' && (
        <>
          <DayField
            label={text('analytics.from')}
            value={days.first}
            onChange={(first) => setDays(first, days.last)}
          />
          <Typography aria-hidden>–</Typography>
          <DayField
            label={text('analytics.to')}
            value={days.last}
            onChange={(last) => setDays(days.first, last)}
          />
        </>
      )}
      <Box minWidth="12rem">
        <Choice
          label={text('analytics.bucket')}
          value={bucket}
          options={bucketsFor(days).map((value) => ({ value, label: text(`analytics.bucket.${value}`) }))}
          onChoose={(chosen) => onChange({ bucket: chosen })}
        />
      </Box>
    </Flex>
  );
};
