import { createCalendar } from '../../../../server/src/engine/analytics/calendar';
import type { Bucket } from '../../../../contracts/analytics';

const starts = (zone: string, from: string, to: string, unit: Bucket): string[] =>
  createCalendar(zone)
    .buckets({ start: Date.parse(from), end: Date.parse(to) }, unit)
    .map(({ start }) => new Date(start).toISOString().replace(':00.000Z', 'Z'));

test('days begin at midnight of the zone, also on the days on which clocks change', () => {
  expect(starts('Europe/Berlin', '2026-10-23T22:00Z', '2026-10-26T23:00Z', 'day')).toEqual([
    '2026-10-23T22:00Z',
    '2026-10-24T22:00Z',
    '2026-10-25T23:00Z',
  ]);
  expect(starts('Asia/Kathmandu', '2026-05-01T18:15Z', '2026-05-03T18:15Z', 'day')).toEqual([
    '2026-05-01T18:15Z',
    '2026-05-02T18:15Z',
  ]);
});

test('a day without midnight begins with its first moment, one with two midnights with the first of them', () => {
  // in Cairo clocks go from 24:00 to 01:00 in April, in Havana from 01:00 back to 00:00 in November
  expect(starts('Africa/Cairo', '2026-04-23T00:00Z', '2026-04-24T21:00Z', 'day')).toEqual([
    '2026-04-23T00:00Z',
    '2026-04-23T22:00Z',
  ]);
  expect(starts('America/Havana', '2026-10-31T04:00Z', '2026-11-02T05:00Z', 'day')).toEqual([
    '2026-10-31T04:00Z',
    '2026-11-01T04:00Z',
  ]);
});

test('in spring an hour is missing, in autumn one comes twice, and half an hour is one of its own', () => {
  expect(starts('Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 'hour')).toHaveLength(23);
  expect(starts('Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 'hour')).toHaveLength(25);
  expect(starts('Australia/Lord_Howe', '2026-04-04T14:00Z', '2026-04-04T17:00Z', 'hour')).toEqual([
    '2026-04-04T14:00Z',
    '2026-04-04T15:00Z',
    '2026-04-04T15:30Z',
    '2026-04-04T16:30Z',
  ]);
});

test('weeks begin on Monday, months on the first, and both ends of the range are kept', () => {
  expect(starts('America/New_York', '2026-02-25T12:00Z', '2026-03-10T12:00Z', 'week')).toEqual([
    '2026-02-25T12:00Z',
    '2026-03-02T05:00Z',
    '2026-03-09T04:00Z',
  ]);
  expect(starts('America/New_York', '2026-02-25T12:00Z', '2026-04-02T12:00Z', 'month')).toEqual([
    '2026-02-25T12:00Z',
    '2026-03-01T05:00Z',
    '2026-04-01T04:00Z',
  ]);
});

test('a date that a zone has skipped is no bucket', () => {
  expect(starts('Pacific/Apia', '2011-12-29T10:00Z', '2011-12-31T10:00Z', 'day')).toEqual([
    '2011-12-29T10:00Z',
    '2011-12-30T10:00Z',
  ]);
});

test('the period before a range of whole days has as many whole days', () => {
  const { before } = createCalendar('Europe/Berlin');
  const after = { start: Date.parse('2026-10-25T23:00Z'), end: Date.parse('2026-10-27T23:00Z') };
  expect(before(after)).toEqual({ start: Date.parse('2026-10-23T22:00Z'), end: after.start });
  const hour = { start: Date.parse('2026-10-25T01:00Z'), end: Date.parse('2026-10-25T02:00Z') };
  expect(before(hour)).toEqual({ start: Date.parse('2026-10-25T00:00Z'), end: hour.start });
});

test('a zone that there is not is refused', () => {
  expect(() => createCalendar('Europe/Atlantis')).toThrow(RangeError);
});
