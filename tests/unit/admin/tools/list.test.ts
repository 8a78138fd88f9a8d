import { createIntl } from 'react-intl';
import { formatCost } from '../../../../admin/src/components/cost-text';
import { exportFileName } from '../../../../admin/src/pages/Tools/list/export-file';
import { LIST_ID, linkIdOf, nextTo } from '../../../../admin/src/pages/Tools/list/list-focus';

test.each([
  [null, '—'],
  [0, '$0.00'],
  [42, '$0.000042'],
  [1200, '$0.0012'],
  [99_999, '$0.1'],
  [345_000, '$0.35'],
  [1_234_567_890, '$1,234.57'],
])('%s millionths of a dollar read as %s', (micros, text) => {
  expect(formatCost(micros, createIntl({ locale: 'en', messages: {} }).formatNumber)).toBe(text);
});

test('an exported file is named after its day, and after its tool when there is one', () => {
  const day = new Date(2026, 10, 5);
  expect(exportFileName(['a', 'b'], day)).toBe('ai-tools-2026-11-05.json');
  expect(exportFileName(['translator'], day)).toBe('ai-tools-translator-2026-11-05.json');
  expect(exportFileName([], day)).toBe('ai-tools-2026-11-05.json');
});

describe('when tools go, the focus stays beside them', () => {
  const shown = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const going = (...ids: string[]) =>
    nextTo(
      ids.map((id) => ({ id })),
      shown,
    );

  test('below', () => expect(going('b')).toBe(linkIdOf('c')));
  test('above, where they were the last', () => expect(going('d', 'c')).toBe(linkIdOf('b')));
  test('below the first of several', () => expect(going('a', 'c')).toBe(linkIdOf('b')));
  test('or on the list, when nothing is left', () => expect(going('a', 'b', 'c', 'd')).toBe(LIST_ID));
});
