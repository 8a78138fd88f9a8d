import fc from 'fast-check';
import { toListQuery } from '../../../../admin/src/pages/Tools/list/list-query';
import { TOOL_SORTS } from '../../../../contracts/tool-admin';

const read = (search: string) => toListQuery(new URLSearchParams(search));

test('an address without anything asks for the first page of all tools', () => {
  expect(read('')).toEqual({ page: '1', pageSize: '50' });
});

test('what was searched for, chosen and sorted is asked for', () => {
  expect(
    read('_q=a%26b&provider=openai&enabled=false&defined_in=code&sort=provider:DESC&page=3&pageSize=20'),
  ).toEqual({
    search: 'a&b',
    provider: 'openai',
    enabled: 'false',
    defined_in: 'code',
    sort: 'provider:desc',
    page: '3',
    pageSize: '20',
  });
  expect(read('sort=name:ASC').sort).toBe('name');
});

test('whatever stands in the address, the server is asked for something that it answers', () => {
  const values = fc.oneof(fc.string(), fc.constantFrom('0', '-1', '1e9', '100', 'true', 'name:', 'slug:ASC'));
  const names = ['_q', 'provider', 'enabled', 'defined_in', 'sort', 'page', 'pageSize'];
  const sorts = TOOL_SORTS.flatMap((sort): string[] => [sort, `${sort}:desc`]);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), values)), (pairs) => {
      const query = toListQuery(new URLSearchParams(pairs));
      expect((query.search ?? '').length).toBeLessThanOrEqual(200);
      expect([undefined, 'true', 'false']).toContain(query.enabled);
      expect([undefined, 'site', 'code']).toContain(query.defined_in);
      expect([undefined, ...sorts]).toContain(query.sort);
      expect(Number(query.page)).toBeGreaterThanOrEqual(1);
      expect(Number.isSafeInteger(Number(query.page))).toBe(true);
      expect(['20', '50', '100']).toContain(query.pageSize);
    }),
  );
});
