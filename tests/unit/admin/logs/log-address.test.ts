import fc from 'fast-check';
import {
  changeLogAddress,
  filterAt,
  isFiltered,
  isFollowable,
  openRunAddress,
  readLogAddress,
} from '../../../../admin/src/pages/Logs/address/log-address';
import { QUICK_VIEWS, isQuickView } from '../../../../admin/src/pages/Logs/address/quick-views';

const read = (search: string) => readLogAddress(new URLSearchParams(search));

test('an address is read by the names of the server, and what makes no sense is left out', () => {
  expect(read('tool=a&status=error&caller_type=user&caller_id=5&sort=cost&order=asc&after=x&run=r')).toEqual({
    filter: { tool: 'a', status: 'error', caller_type: 'user', caller_id: '5' },
    range: null,
    sort: 'cost',
    order: 'asc',
    place: { after: 'x' },
    run: 'r',
  });
  expect(read('status=happy&sort=colour&order=up&from=yesterday&range=ever&page=7&tool=')).toEqual(read(''));
});

test('whatever stands in an address, it is read without an error, and its words fit the server', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('tool', 'text', 'from', 'to', 'range', 'status', 'sort', 'run', 'caller_id'),
        fc.oneof(fc.string({ maxLength: 400 }), fc.string({ unit: 'binary', maxLength: 400 })),
      ),
      (parts) => {
        const { filter } = read(new URLSearchParams(parts).toString());
        for (const value of Object.values(filter))
          expect(value === undefined || value.length <= 255).toBe(true);
        expect((filter.text ?? '').length).toBeLessThanOrEqual(200);
        if (filter.from !== undefined) expect(new Date(filter.from).toISOString()).toBe(filter.from);
      },
    ),
  );
});

test('a range ends now, and moments of one’s own are out of force beside it', () => {
  const address = read('range=24h&from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z');
  expect(filterAt(address, new Date('2026-11-21T12:00:00.000Z'))).toEqual({
    from: '2026-11-20T12:00:00.000Z',
  });
  expect(filterAt(read('range=today'), new Date(2026, 10, 21, 13, 5))).toEqual({
    from: new Date(2026, 10, 21).toISOString(),
  });
});

test('another filter begins at the first page with no row open, and keeps the rest', () => {
  const before = new URLSearchParams('tool=a&sort=cost&after=x&run=r');
  expect(changeLogAddress(before, { status: 'error', tool: null }).toString()).toBe('sort=cost&status=error');
  expect(changeLogAddress(before, { before: 'y' }).toString()).toBe('tool=a&sort=cost&before=y');
});

test('a row is opened and closed without moving the list', () => {
  const before = new URLSearchParams('tool=a&after=x');
  const open = openRunAddress(before, 'r');
  expect(open.toString()).toBe('tool=a&after=x&run=r');
  expect(openRunAddress(open, null).toString()).toBe(before.toString());
});

test('only the newest rows can be followed, and trials are no filter', () => {
  expect(isFollowable(read('tool=a&range=1h&run=r'))).toBe(true);
  for (const search of ['sort=cost', 'order=asc', 'after=x', 'before=x', 'page=last']) {
    expect(isFollowable(read(search))).toBe(false);
  }
  expect(isFiltered(read('with_trials=true&sort=cost'))).toBe(false);
  expect(isFiltered(read('range=1h'))).toBe(true);
});

test('a quick view is known by its address, wherever somebody has paged to', () => {
  for (const view of QUICK_VIEWS) {
    const address = new URLSearchParams({ ...view.search, after: 'x', run: 'r' });
    expect(QUICK_VIEWS.filter((one) => isQuickView(one, address))).toEqual([view]);
    address.set('tool', 'a');
    expect(isQuickView(view, address)).toBe(false);
  }
});
