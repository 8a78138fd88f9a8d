import * as React from 'react';
import type { FindLogs, LogFilter } from '../../../../../contracts/logs';
import { useLazyFindLogsQuery } from '../../../api/logs';
import { MOST_LIVE_ROWS, NO_LIVE_ROWS, receiveRows, showWaiting } from './live-rows';
import type { LiveRows } from './live-rows';
import { useVisible } from './use-visible';

const EVERY_MS = 3000;
const MOST_AT_ONCE = '200';

interface LiveOptions {
  isOn: boolean;
  filter: LogFilter;
  /** what the rows are added to; another one begins anew */
  page: FindLogs.Response | undefined;
  /** asked when rows have come in: whether they have to wait */
  isBeingRead(): boolean;
  /** the page should be read anew, for more has come in than is added to it */
  onTooMany(): void;
}

/** Follows the log while it is switched on and the page is in sight. */
export const useLiveRows = ({ isOn, filter, page, isBeingRead, onTooMany }: LiveOptions) => {
  const [ask] = useLazyFindLogsQuery();
  const isVisible = useVisible();
  const [state, setState] = React.useState<{ of: typeof page; rows: LiveRows }>({
    of: page,
    rows: NO_LIVE_ROWS,
  });
  const [isCutOff, setCutOff] = React.useState(false);
  const rows = state.of === page ? state.rows : NO_LIVE_ROWS;

  const current = React.useRef({ filter, isBeingRead, onTooMany, rows });
  current.current = { filter, isBeingRead, onTooMany, rows };
  const cursor = React.useRef<{ of: typeof page; from: string; newest: string } | null>(null);

  const show = React.useCallback(
    (next: LiveRows): void => {
      if (next.shown.length + next.waiting.length > MOST_LIVE_ROWS) current.current.onTooMany();
      else setState({ of: page, rows: showWaiting(next) });
    },
    [page],
  );

  React.useEffect(() => {
    if (!isOn || !page || !isVisible) return;
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (cursor.current?.of !== page) cursor.current = { of: page, from: page.newest, newest: page.newest };

    const poll = async (): Promise<void> => {
      const { from = page.newest, newest = page.newest } = cursor.current ?? {};
      const isFull = current.current.rows.waiting.length > MOST_LIVE_ROWS;
      const answer = isFull
        ? null
        : await ask({ ...current.current.filter, newer_than: from, limit: MOST_AT_ONCE });
      if (!isWanted) return;
      let isBehind = false;
      if (answer?.data && !answer.error) {
        const { data, newest: next, searched } = answer.data;
        isBehind = !searched.complete;
        // rows that another instance was just writing come late: the last stretch is asked for twice
        cursor.current = { of: page, from: isBehind ? next : newest, newest: next };
        setCutOff(false);
        const received = receiveRows(current.current.rows, page.data, data);
        if (received.waiting.length > 0 && !current.current.isBeingRead()) show(received);
        else setState({ of: page, rows: received });
      } else if (answer) {
        setCutOff(true);
      } else if (!current.current.isBeingRead()) {
        show(current.current.rows);
      }
      timer = setTimeout(() => void poll(), isBehind ? 0 : EVERY_MS);
    };
    void poll();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [ask, isOn, isVisible, page, show]);

  return {
    rows,
    /** the last question was not answered; it is asked again */
    isCutOff: isOn && isCutOff,
    showWaiting: (): void => show(rows),
  };
};
