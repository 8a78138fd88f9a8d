import * as React from 'react';
import { useIntl } from 'react-intl';
import { figureText } from './figure-text';
import type { FigureFormat } from './figure-text';

/** Writes figures in the language of the panel. */
export const useFigureText = (): ((format: FigureFormat, value: number | null) => string) => {
  const { formatNumber } = useIntl();
  return React.useCallback((format, value) => figureText(format, value, formatNumber), [formatNumber]);
};
