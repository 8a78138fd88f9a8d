import * as React from 'react';
import type { AnalyticsAnswer } from '../../../../contracts/analytics';
import { useFindAnalyticsQuery } from '../../api/analytics';
import { lastDays, toMoments } from './calendar-days';
import { timeZone } from './time-zone';

interface Usage {
  answer: AnalyticsAnswer | null;
  isLoading: boolean;
  isError: boolean;
}

/** What ran in the last days up to now: all of it, or that of one tool. */
export const useUsage = (days: number, tool?: string): Usage => {
  const [moments] = React.useState(() => {
    const [zone, now] = [timeZone(), Date.now()];
    return { ...toMoments(lastDays(days, zone, now), zone, now), zone };
  });
  const { currentData, isLoading, isError } = useFindAnalyticsQuery(
    { ...moments, bucket: 'day', ...(tool !== undefined && { tool }) },
    // runs happen while nobody looks
    { refetchOnMountOrArgChange: true },
  );
  return { answer: currentData?.data ?? null, isLoading, isError };
};
