import fc from 'fast-check';
import { encoded, delivery } from './bodies';
import { nearly, oddText, oddValue } from './garbage';
import { place } from './places';
import type { FuzzRequest } from './request';
import { CODE_TOOLS, slugOf, words } from './tools';

const inHeader = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim();

const credentials = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Mostly who may; else nobody, or what only looks like somebody. */
export const authorization: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(place('jwt')) },
  { weight: 8, arbitrary: fc.constant(place('basic')) },
  { weight: 8, arbitrary: fc.constant(place('token')) },
  { weight: 4, arbitrary: fc.constant(place('tokenAsPassword')) },
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.constantFrom(
        'Basic',
        'Basic ',
        'Bearer',
        'Bearer ',
        'Bearer null',
        'Basic Og==',
        'Digest x',
        `Bearer ${'x.'.repeat(1500)}`,
      ),
      fc.constantFrom(`${place('basic')}, ${place('jwt')}`, `${place('jwt')} x`, `basic\t${place('token')}`),
      fc
        .tuple(oddText, oddText)
        .map(([name, password]) => credentials(name.slice(0, 2000), password.slice(0, 2000))),
      fc
        .tuple(fc.constantFrom('ann', 'ann@example.org', 'api-token', 'ANN'), oddText)
        .map(([name, password]) => credentials(name, password.slice(0, 500))),
      oddText.map((text) => `Bearer ${inHeader(text).slice(0, 3000)}`),
      fc.base64String({ maxLength: 5000 }).map((text) => `Basic ${text}`),
      oddText.map((text) => inHeader(text).slice(0, 3000)),
    ),
  },
);

const accept = fc.constantFrom(
  'application/json',
  'text/event-stream',
  'text/event-stream;q=0, application/json',
  'TEXT/EVENT-STREAM',
  '*/*',
  'nonsense',
  ',',
  `${'text/event-stream, '.repeat(100)}x`,
);

const rareHeaders = fc.dictionary(
  fc.constantFrom(
    'x-forwarded-for',
    'x-request-id',
    'origin',
    'referer',
    'cookie',
    'accept-language',
    'accept-encoding',
    'if-none-match',
    'x-http-method-override',
    'strapi-response-format',
    'range',
    'user-agent',
    'idempotency-key',
    'access-control-request-method',
  ),
  fc.oneof(oddText.map(inHeader), fc.constantFrom('127.0.0.1', 'gzip', 'v4', 'DELETE', 'bytes=0-1', 'null')),
  { maxKeys: 3 },
);

/** A segment of a path as it may stand in one: encoded, or broken. */
export const oddSegment: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: oddText.map((text) => encodeURIComponent(Buffer.from(text).toString())) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%E0%A4%A',
      '%00',
      '..',
      '.',
      '..%2f..%2fx',
      '%2e%2e',
      ';a=b',
      'x'.repeat(9000),
      '%0d%0aX:1',
      'A',
      'code:',
      '%C0%80',
    ),
  },
);

export const headersFor = (side: 'content-api' | 'admin'): fc.Arbitrary<Record<string, string>> => {
  const who: fc.Arbitrary<string | null> =
    side === 'admin'
      ? fc.oneof(
          { weight: 60, arbitrary: fc.constant(place('admin')) },
          { weight: 1, arbitrary: authorization },
        )
      : authorization;
  return fc
    .tuple(
      who,
      fc.option(accept, { freq: side === 'admin' ? 6 : 2 }),
      fc.oneof({ weight: 12, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: rareHeaders }),
    )
    .map(([authorized, accepted, more]) => ({
      ...more,
      ...(authorized !== null && { authorization: authorized }),
      ...(accepted !== null && { accept: accepted }),
    }));
};

interface Call {
  slug: string;
  inputs: fc.Arbitrary<unknown>;
}

const STORED = ['stored-summarizer', 'stored-kept', 'stored-on-stored', 'stored-broke'];

const anyInputs = fc.oneof(
  fc.record({ content: words }),
  fc.dictionary(fc.constantFrom('content', 'text', 'max_length', '__proto__', 'stream'), oddValue, {
    maxKeys: 4,
  }),
);

const CALLS: fc.WeightedArbitrary<Call>[] = [
  ...CODE_TOOLS.map((tool) => ({
    weight: tool.weight * 4,
    arbitrary: fc.constant({ slug: slugOf(tool), inputs: tool.inputs }),
  })),
  ...STORED.map((slug) => ({ weight: 12, arbitrary: fc.constant({ slug, inputs: anyInputs }) })),
  { weight: 20, arbitrary: oddSegment.map((slug) => ({ slug, inputs: anyInputs })) },
];

const streamQuery = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fc.constant('?stream=true') },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.constantFrom(
        '?stream=false',
        '?stream=true&stream=false',
        '?stream[a]=true',
        '?stream=',
        '?',
        '?status=draft',
        '?locale=xx',
      ),
      oddText.map(
        (text) =>
          `?${encodeURIComponent(Buffer.from(text).toString())}=${encodeURIComponent(Buffer.from(text).toString())}`,
      ),
      fc.constantFrom(
        '?populate=*',
        '?filters[a][$eq]=1',
        '?_q=%',
        `?${'a[b]'.repeat(50)}=1`,
        `?${'a=1&'.repeat(1500)}`,
      ),
    ),
  },
);

const EXECUTE_PATH = '/api/ai-tools/v1/execute/';

/** One run of a tool, or what somebody takes for one. */
export const executeRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(...CALLS).chain(({ slug, inputs }) =>
  fc
    .record({
      query: streamQuery,
      headers: headersFor('content-api'),
      sent: encoded(nearly(inputs)),
      delivery,
      method: fc.oneof(
        { weight: 60, arbitrary: fc.constant('POST') },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD') },
      ),
    })
    .map(({ query, headers, sent, delivery: delivered, method }): FuzzRequest => ({
      route: method === 'POST' ? 'POST /v1/execute/:slug' : `${method} execute`,
      side: 'content-api',
      slug,
      method,
      path: `${EXECUTE_PATH}${slug}${query}`,
      headers: { ...sent.headers, ...headers },
      body: sent.body,
      delivery: delivered,
    })),
);

const slugs = [...CODE_TOOLS.map(slugOf), ...STORED];

/** What a caller may know of the tools. */
export const toolsRequest: fc.Arbitrary<FuzzRequest> = fc
  .record({
    slug: fc.option(fc.oneof(fc.constantFrom(...slugs), oddSegment)),
    query: streamQuery,
    headers: headersFor('content-api'),
  })
  .map(({ slug, query, headers }): FuzzRequest => ({
    route: slug === null ? 'GET /v1/tools' : 'GET /v1/tools/:slug',
    side: 'content-api',
    slug,
    method: 'GET',
    path: `/api/ai-tools/v1/tools${slug === null ? '' : `/${slug}`}${query}`,
    headers,
    body: null,
    delivery: { how: 'whole' },
  }));
