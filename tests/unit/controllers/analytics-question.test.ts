import { readQuestion } from '../../../server/src/controllers/analytics-question';

test.each(['day', 'week', 'month'])('no range is longer than 10,000 days: by %s', (bucket) => {
  expect(readQuestion({ from: '2000-01-01', to: '2027-05-19', bucket }).bucket).toBe(bucket);
  expect(() => readQuestion({ from: '2000-01-01', to: '2027-05-20', bucket })).toThrow(
    'must be at most 10000 days after from',
  );
});

test('by the hour, it is as many hours', () => {
  expect(() => readQuestion({ from: '2026-01-01', to: '2027-12-31', bucket: 'hour' })).toThrow(
    '10000 buckets',
  );
});
