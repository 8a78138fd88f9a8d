import fc from 'fast-check';
import type { LogSummary } from '../../../../contracts/logs';
import {
  NO_LIVE_ROWS,
  receiveRows,
  showWaiting,
  withoutTwins,
} from '../../../../admin/src/pages/Logs/live/live-rows';
import type { LiveRows } from '../../../../admin/src/pages/Logs/live/live-rows';
import { logRow } from '../../../support/log-rows';

const run = (id: number): LogSummary => ({
  ...logRow({ request_id: String(id) }),
  created_at: new Date(id).toISOString(),
});
const idsOf = (runs: readonly LogSummary[]): string[] => runs.map(({ request_id: id }) => id);

test('rows wait, newest first, until they are let in above those that were', () => {
  const page = [run(2), run(1)];
  const first = receiveRows(NO_LIVE_ROWS, page, [run(2), run(3), run(4)]);
  expect(idsOf(first.waiting)).toEqual(['4', '3']);
  const later = receiveRows(showWaiting(first), page, [run(4), run(5)]);
  expect(idsOf(showWaiting(later).shown)).toEqual(['5', '4', '3']);
  expect(receiveRows(later, page, [run(5), run(1)])).toBe(later);
});

test('however often a row is told, it is there once, and none is lost', () => {
  const told = fc.array(fc.record({ ids: fc.array(fc.nat(30)), letsIn: fc.boolean() }), { maxLength: 10 });
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), told, (onPage, batches) => {
      const page = onPage.map(run);
      const rows = batches.reduce<LiveRows>((before, { ids, letsIn }) => {
        const next = receiveRows(before, page, ids.map(run));
        return letsIn ? showWaiting(next) : next;
      }, NO_LIVE_ROWS);
      const all = idsOf([...rows.waiting, ...rows.shown, ...page]);
      expect(new Set(all).size).toBe(all.length);
      expect(new Set(all)).toEqual(new Set([...onPage, ...batches.flatMap(({ ids }) => ids)].map(String)));
    }),
  );
});

test('of twins the first stays', () => {
  expect(idsOf(withoutTwins([run(1), run(2), run(1)], [run(2)]))).toEqual(['1']);
});
