import { hasDaylightSaving } from '../../../server/src/engine/daylight-saving';

test.each([
  ['UTC', false],
  ['Asia/Tokyo', false],
  ['Europe/Berlin', true],
  ['America/New_York', true],
  ['Australia/Lord_Howe', true],
])('in %s an hour of the year comes twice: %s', (zone, isTwice) => {
  expect(hasDaylightSaving(zone, 2026)).toBe(isTwice);
});
