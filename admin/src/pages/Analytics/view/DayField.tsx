import * as React from 'react';
import { TextInput } from '@strapi/design-system';
import { useTheme } from 'styled-components';
import { isDay } from '../../../components/analytics/calendar-days';
import type { Day } from '../../../components/analytics/calendar-days';

interface DayFieldProps {
  label: string;
  value: Day;
  onChange(day: Day): void;
}

/** A day of the calendar: the browser's own field, which knows no time and no zone that could move it. */
export const DayField = ({ label, value, onChange }: DayFieldProps) => {
  const { colors } = useTheme();
  const [typed, setTyped] = React.useState(value);
  React.useEffect(() => setTyped(value), [value]);
  // the lightest of the greys is the darkest in the dark theme, whose name the host does not tell
  const colorScheme = colors.neutral0 < colors.neutral1000 ? 'dark' : 'light';
  return (
    <TextInput
      type="date"
      size="S"
      aria-label={label}
      value={typed}
      style={{ colorScheme }}
      onChange={({ target }: React.ChangeEvent<HTMLInputElement>) => {
        setTyped(target.value);
        if (isDay(target.value)) onChange(target.value);
      }}
    />
  );
};
