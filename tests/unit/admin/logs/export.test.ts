import fc from 'fast-check';
import { createRecordCounter } from '../../../../admin/src/pages/Logs/export/count-records';
import { exportFileName } from '../../../../admin/src/pages/Logs/export/export-file-name';
import { formatBytes } from '../../../../admin/src/pages/Logs/export/format-bytes';
import { toCsvLine } from '../../../../contracts/csv';

const cut = (text: string, places: readonly number[]): Uint8Array[] => {
  const bytes = new TextEncoder().encode(text);
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
};
const countIn = (format: 'csv' | 'jsonl', text: string, places: readonly number[]): number => {
  const count = createRecordCounter(format);
  return cut(text, places).reduce((_, part) => count(part), 0);
};

test('rows are counted wherever the line cuts them, with line breaks and quotation marks in their values', () => {
  const value = fc.oneof(fc.string(), fc.constantFrom('a\nb', 'say "no"', '",\n"', 'äöü\r\n'));
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value)), fc.array(fc.nat()), (rows, places) => {
      const csv = [['one', 'two'], ...rows].map((row) => toCsvLine(row)).join('');
      expect(countIn('csv', csv, places)).toBe(rows.length);
      const jsonl = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      expect(countIn('jsonl', jsonl, places)).toBe(rows.length);
    }),
  );
});

test('a file is called by the minute in which it was asked for', () => {
  expect(exportFileName('csv', new Date(2026, 0, 2, 3, 4))).toBe('ai-tools-log-2026-01-02-0304.csv');
});

test('sizes are told in a unit that can be read', () => {
  const { format } = new Intl.NumberFormat('en');
  const formatNumber: Parameters<typeof formatBytes>[1] = (value, options) =>
    new Intl.NumberFormat('en', {
      style: 'unit',
      unit: options?.unit,
      maximumFractionDigits: options?.maximumFractionDigits,
    }).format(Number(value));
  expect(format(1)).toBe('1');
  expect([0, 999, 1000, 1_500_000, 2e12].map((bytes) => formatBytes(bytes, formatNumber))).toEqual([
    '0 byte',
    '999 byte',
    '1 kB',
    '1.5 MB',
    '2,000 GB',
  ]);
});

test.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
  'no text of the file is a formula for whoever opens it: %j',
  (sign) => {
    expect(toCsvLine([`${sign}cmd|'/C calc'!A0`, -1])).toMatch(/^"?'[^]*,-1\r\n$/);
  },
);
