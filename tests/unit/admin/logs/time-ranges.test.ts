import { fromLocalText, toLocalText } from '../../../../admin/src/pages/Logs/address/time-ranges';

test('a moment goes to the field and back', () => {
  const moment = new Date(2026, 10, 21, 6, 7).toISOString();
  expect(toLocalText(moment)).toBe('2026-11-21T06:07');
  expect(fromLocalText('2026-11-21T06:07')).toBe(moment);
  expect(toLocalText(undefined)).toBe('');
  expect(fromLocalText('')).toBeUndefined();
});
