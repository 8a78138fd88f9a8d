import fc from 'fast-check';
import {
  addDays,
  countDays,
  dayIn,
  isDay,
  lastDays,
  toMoments,
} from '../../../../admin/src/components/analytics/calendar-days';
import { RANGES, readView, toQuery } from '../../../../admin/src/pages/Analytics/view/analytics-view';
import { bucketsFor, chooseBucket } from '../../../../admin/src/pages/Analytics/view/choose-bucket';
import { readQuestion } from '../../../../server/src/controllers/analytics-question';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'America/St_Johns',
];

const daysAt = (search: string, zone: string, now: string) =>
  readView(new URLSearchParams(search), zone, Date.parse(now)).days;

describe('a range is of the days of the person’s calendar', () => {
  test.each([
    ['UTC', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-22'],
    ['America/Los_Angeles', '2026-11-21'],
  ])('today in %s', (zone, today) => {
    expect(daysAt('range=today', zone, '2026-11-21T22:00:00Z')).toEqual({ first: today, last: today });
  });

  test.each([
    ['', '2026-10-23', '2026-11-21'],
    ['range=7-days', '2026-11-15', '2026-11-21'],
    ['range=30-days', '2026-10-23', '2026-11-21'],
    ['range=this-month', '2026-11-01', '2026-11-21'],
    ['range=last-month', '2026-10-01', '2026-10-31'],
    ['range=custom&from=2026-02-10&to=2026-02-01', '2026-02-01', '2026-02-10'],
    // makes no sense, and leads to no error
    ['range=custom&from=2026-02-30&to=2026-03-01', '2026-10-23', '2026-11-21'],
    ['range=custom', '2026-10-23', '2026-11-21'],
    // more days than the server takes
    ['range=custom&from=2000-01-01&to=2100-12-30', '2073-08-15', '2100-12-30'],
    ['range=yesterday', '2026-10-23', '2026-11-21'],
  ])('%s', (search, first, last) => {
    expect(daysAt(search, 'Europe/Berlin', '2026-11-21T12:00:00Z')).toEqual({ first, last });
  });

  test('the month before January is December', () => {
    expect(daysAt('range=last-month', 'UTC', '2027-01-05T00:00:00Z')).toEqual({
      first: '2026-12-01',
      last: '2026-12-31',
    });
  });
});

describe('what the server is asked for', () => {
  const moments = (first: string, last: string, zone: string, now: string) =>
    toMoments({ first, last }, zone, Date.parse(now));

  test('ends with the quarter of an hour that is under way, and not before it has begun', () => {
    expect(moments('2026-11-01', '2026-11-21', 'UTC', '2026-11-21T10:07:00Z')).toEqual({
      from: '2026-11-01',
      to: '2026-11-21T10:15:00.000Z',
    });
    expect(moments('2026-11-21', '2026-11-21', 'UTC', '2026-11-21T00:00:00Z').to).toBe(
      '2026-11-21T00:15:00.000Z',
    );
  });

  test('is whole days where they are over, or have not begun', () => {
    expect(moments('2026-10-01', '2026-10-31', 'UTC', '2026-11-21T10:07:00Z').to).toBe('2026-11-01');
    expect(moments('2026-12-01', '2026-12-31', 'UTC', '2026-11-21T10:07:00Z').to).toBe('2027-01-01');
  });

  test('is never refused, whatever stands in the address', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        fc.record(
          {
            range: fc.constantFrom(...RANGES, 'else'),
            from: fc.oneof(
              fc.constantFrom('2000-01-01', '2026-03-29', '2026-10-25', '2100-12-30'),
              fc.string(),
            ),
            to: fc.oneof(
              fc.constantFrom('2000-01-01', '2026-03-29', '2026-10-25', '2100-12-30'),
              fc.string(),
            ),
            bucket: fc.constantFrom('hour', 'day', 'week', 'month', 'century'),
            tool: fc.string(),
            with_trials: fc.constantFrom('true', 'false', 'maybe'),
          },
          { requiredKeys: [] },
        ),
        (zone, now, address) => {
          const view = readView(new URLSearchParams(address), zone, now.getTime());
          const { span } = readQuestion(toQuery(view, zone, now.getTime()));
          // an administrator who asks for the last hours sees them
          if (view.range !== 'custom' && view.range !== 'last-month') {
            expect(span.end).toBeGreaterThan(now.getTime());
            expect(dayIn(zone, span.start)).toBe(view.days.first);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    // the clock is put back, and forward
    ['2026-10-25', 25],
    ['2026-03-29', 23],
    ['2026-11-21', 24],
  ])('the %s has %i hours in Berlin', (day, hours) => {
    const view = readView(
      new URLSearchParams({ range: 'custom', from: day, to: day }),
      'Europe/Berlin',
      Date.parse('2027-01-01'),
    );
    const { span } = readQuestion(toQuery(view, 'Europe/Berlin', Date.parse('2027-01-01')));
    expect((span.end - span.start) / 3_600_000).toBe(hours);
  });
});

describe('days', () => {
  test.each([
    ['2026-11-05', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-11-5', false],
    ['1999-12-31', false],
    ['', false],
    [null, false],
  ])('%s is one: %s', (text, is) => {
    expect(isDay(text)).toBe(is);
  });

  test('are counted across a change of clocks', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
    expect(countDays({ first: '2026-10-24', last: '2026-10-26' })).toBe(3);
    expect(countDays(lastDays(30, 'Europe/Berlin', Date.parse('2026-11-05T12:00:00Z')))).toBe(30);
  });
});

describe('the bucket', () => {
  const days = (count: number) => ({ first: '2026-01-01', last: addDays('2026-01-01', count - 1) });

  test.each([
    [1, 'hour'],
    [2, 'hour'],
    [7, 'day'],
    [31, 'day'],
    [62, 'day'],
    [90, 'week'],
    [400, 'week'],
    [800, 'month'],
  ] as const)('of %i days is the %s', (count, bucket) => {
    expect(chooseBucket(days(count), undefined)).toBe(bucket);
  });

  test('is what was asked for, where that can be told apart', () => {
    expect(chooseBucket(days(7), 'hour')).toBe('hour');
    expect(chooseBucket(days(90), 'hour')).toBe('week');
    expect(chooseBucket(days(1), 'month')).toBe('hour');
  });

  test('that is chosen is among those that are offered', () => {
    for (let count = 1; count <= 1000; count += 1) {
      expect(bucketsFor(days(count))).toContain(chooseBucket(days(count), undefined));
    }
  });
});
