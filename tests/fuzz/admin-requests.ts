import fc from 'fast-check';
import { routes } from '../../server/src/routes';
import { ANY_SHAPE, NEEDED_QUERIES, PARAMETERS, SHAPES } from './admin-shapes';
import { delivery, encoded, seldomEncoded } from './bodies';
import { headersFor, oddSegment } from './execute-requests';
import { nearly, oddKey, oddText, oddValue } from './garbage';
import type { FuzzRequest } from './request';

type Route = (typeof routes.admin.routes)[number];

const anyParameter = fc.oneof(...Object.values(PARAMETERS));

const pathOf = ({ path }: Route): fc.Arbitrary<string> => {
  const segments = path.split('/').slice(1);
  const room = segments[0] ?? '';
  const parts = segments.map((segment): fc.Arbitrary<string> => {
    if (!segment.startsWith(':')) return fc.constant(segment);
    const known = PARAMETERS[`${room}/${segment.slice(1)}`] ?? anyParameter;
    return fc.oneof(
      { weight: 12, arbitrary: known },
      { weight: 1, arbitrary: anyParameter },
      { weight: 1, arbitrary: oddSegment },
    );
  });
  return fc.tuple(...parts).map((filled) => `/ai-tools/${filled.join('/')}`);
};

const toQuery = (entries: readonly (readonly [string, unknown])[]): string => {
  const pairs = entries.map(
    ([name, value]) =>
      `${encodeURIComponent(Buffer.from(name).toString())}=${encodeURIComponent(Buffer.from(String(value)).toString())}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

/** Places have to stay readable until they are filled. */
const keepPlaces = (query: string): string =>
  query.replaceAll(/%7B%40(\w+)%3A(\d+)%7D/g, (_whole, name: string, index: string) => `{@${name}:${index}}`);

const queryOf = ({ handler }: Route): fc.Arbitrary<string> => {
  const shape = SHAPES[handler];
  const fields = shape ? (shape.query ?? {}) : ANY_SHAPE.query;
  const needed = NEEDED_QUERIES[handler] ?? [];
  const names = Object.keys(fields).filter((name) => !needed.includes(name));
  const valueOf = (name: string) => (fields[name] ?? oddText).map((value) => [name, value] as const);
  const right = fc
    .uniqueArray(names.length > 0 ? fc.constantFrom(...names) : fc.constant('nothing'), {
      maxLength: names.length > 0 ? 3 : 0,
    })
    .chain((chosen) => fc.tuple(...[...needed, ...chosen].map(valueOf)));
  const more = fc.array(
    fc.oneof(
      fc.tuple(oddKey, oddText),
      fc.tuple(
        fc.constantFrom(...names, ...needed, 'page', 'limit', 'populate', 'filters[a]', 'a[b][c]'),
        oddText,
      ),
      fc.tuple(
        fc.constantFrom(...names, ...needed, 'x').map((name) => `${name}[]`),
        oddText,
      ),
    ),
    { minLength: 1, maxLength: 2 },
  );
  return fc
    .tuple(right, fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: more }))
    .map(([entries, odd]) => keepPlaces(toQuery([...entries, ...odd])));
};

const sentTo = ({ method, handler }: Route) => {
  const shape = SHAPES[handler];
  const right = shape ? shape.body : ANY_SHAPE.body;
  if (!right || method === 'GET') return seldomEncoded(oddValue);
  return encoded(fc.oneof({ weight: 12, arbitrary: nearly(right) }, { weight: 1, arbitrary: oddValue }));
};

const requestTo = (route: Route): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      path: pathOf(route),
      query: queryOf(route),
      headers: headersFor('admin'),
      sent: sentTo(route),
      delivery,
    })
    .map(({ path, query, headers, sent, delivery: delivered }): FuzzRequest => ({
      route: `${route.method} ${route.path}`,
      side: 'admin',
      slug: null,
      method: route.method,
      path: `${path}${query}`,
      headers: { ...sent.headers, ...headers },
      body: sent.body,
      delivery: delivered,
    }));

/** Routes that change what the others are about are asked less often than these. */
const weightOf = ({ method }: Route): number => (method === 'DELETE' ? 1 : 3);

/** A request to any route of the admin API: the plugin's own table says which there are. */
export const adminRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  ...routes.admin.routes.map((route) => ({ weight: weightOf(route), arbitrary: requestTo(route) })),
);

/** Routes that are fuzzed with what is right for others, since nobody has said what is right for them. */
export const routesWithoutShape = (): string[] =>
  routes.admin.routes
    .filter(
      ({ handler, method, path }) =>
        method !== 'GET' &&
        method !== 'DELETE' &&
        !SHAPES[handler] &&
        !/\/(duplicate|stop|resume|undo)$/.test(path),
    )
    .map(({ method, path }) => `${method} ${path}`);
