import * as React from 'react';
import { useNotification } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import type { ExportLogs } from '../../../../../contracts/logs';
import { useExportLogs } from '../../../api/export-logs';
import { useText } from '../../../components/Texts';
import { createRecordCounter } from './count-records';
import { MOST_BYTES_IN_MEMORY, TooLargeExport, openExportTarget } from './export-target';
import { exportFileName } from './export-file-name';
import { formatBytes } from './format-bytes';

export interface ExportProgress {
  rows: number;
  bytes: number;
}

/** Numbers that change faster than this cannot be read. */
const TELL_EVERY_MS = 200;

const isChoiceMissing = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Writes what a filter finds to a file, tells how far it is, and stops when it is told to. */
export const useExport = () => {
  const text = useText();
  const { formatNumber } = useIntl();
  const { toggleNotification } = useNotification();
  const exportLogs = useExportLogs();
  const [progress, setProgress] = React.useState<ExportProgress | null>(null);
  const running = React.useRef<AbortController | null>(null);
  // who leaves the page wants no file
  React.useEffect(() => () => running.current?.abort(), []);

  const fail = (error: unknown): void =>
    toggleNotification({
      type: 'danger',
      message:
        error instanceof TooLargeExport
          ? text('logs.export-too-large', { size: formatBytes(MOST_BYTES_IN_MEMORY, formatNumber) })
          : text('logs.export-failed', { reason: error instanceof Error ? error.message : '' }),
    });

  const start = async (query: ExportLogs.Query): Promise<void> => {
    const leaving = new AbortController();
    const target = await openExportTarget(exportFileName(query.format, new Date())).catch(
      (error: unknown) => {
        if (!isChoiceMissing(error)) fail(error);
        return null;
      },
    );
    if (!target) return;
    running.current = leaving;
    const count = createRecordCounter(query.format);
    const sofar: ExportProgress = { rows: 0, bytes: 0 };
    let toldAt = 0;
    setProgress({ ...sofar });
    try {
      await exportLogs(query, {
        signal: leaving.signal,
        onBytes: async (bytes) => {
          await target.write(bytes);
          sofar.rows = count(bytes);
          sofar.bytes += bytes.byteLength;
          if (Date.now() - toldAt < TELL_EVERY_MS) return;
          toldAt = Date.now();
          setProgress({ ...sofar });
        },
      });
      await target.finish();
      toggleNotification({
        type: 'success',
        message: text('logs.exported', {
          rows: sofar.rows,
          size: formatBytes(sofar.bytes, formatNumber),
        }),
      });
    } catch (error) {
      const isCancelled = leaving.signal.aborted;
      leaving.abort();
      await target.discard().catch(() => {});
      if (isCancelled) toggleNotification({ type: 'info', message: text('logs.export-cancelled') });
      else fail(error);
    } finally {
      setProgress(null);
    }
  };

  return { start, progress, cancel: (): void => running.current?.abort() };
};
