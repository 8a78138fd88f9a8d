import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { oddText } from './garbage';
import type { Body, Delivery } from './request';

/** A body with the headers that tell what it is. */
export interface Encoded {
  body: Body;
  headers: Record<string, string>;
}

const json = (value: unknown): string => JSON.stringify(value) ?? '';

const asText = (text: string, type = 'application/json'): Encoded => ({
  body: { text },
  headers: type === '' ? {} : { 'content-type': type },
});

const asBytes = (bytes: Buffer, headers: Record<string, string> = {}): Encoded => ({
  body: { bytes },
  headers: { 'content-type': 'application/json', ...headers },
});

/** The same with more in the first object of the text. */
const withMore = (text: string, more: string): string => text.replace('{', `{${more},`).replace(',}', '}');

const BOUNDARY = 'fuzz-boundary';

const multipart = (text: string): Encoded => ({
  body: {
    text: [
      `--${BOUNDARY}`,
      'Content-Disposition: form-data; name="content"',
      '',
      text,
      `--${BOUNDARY}`,
      'Content-Disposition: form-data; name="file"; filename="../../x.txt"',
      'Content-Type: text/plain',
      '',
      text,
      `--${BOUNDARY}--`,
      '',
    ].join('\r\n'),
  },
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
});

const TYPES = [
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json;;;',
  'application/vnd.api+json',
  'application/csp-report',
  'APPLICATION/JSON',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/octet-stream',
  'application/xml',
  'nonsense',
  '',
];

const MEGABYTE = 1024 * 1024;

/** What is sent instead of a value, or of it: odd in itself, in its bytes, its type or its size. */
const oddlyEncoded = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Encoded> =>
  fc.oneof(
    fc.tuple(value, fc.constantFrom(...TYPES)).map(([it, type]) => asText(json(it), type)),
    value.map((it) => asText(withMore(json(it), '"__proto__":{"polluted":1}'))),
    value.map((it) => asText(withMore(json(it), '"content":1,"content":"twice","tool":1'))),
    fc
      .tuple(value, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([it, share]) => asText(json(it).slice(0, Math.floor(json(it).length * share)))),
    value.map((it) => asText(`\ufeff${json(it)}`)),
    value.map((it) => asText(`${json(it)} trailing`)),
    value.map((it) => asBytes(Buffer.from(json(it), 'utf16le'))),
    fc.tuple(value, fc.uint8Array({ minLength: 1, maxLength: 8 })).map(([it, bytes]) => {
      const text = Buffer.from(json(it));
      const middle = Math.floor(text.length / 2);
      return asBytes(Buffer.concat([text.subarray(0, middle), bytes, text.subarray(middle)]));
    }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => asBytes(Buffer.from(bytes))),
    value.map((it) => asBytes(gzipSync(json(it)), { 'content-encoding': 'gzip' })),
    value.map((it) => asBytes(Buffer.from(json(it)), { 'content-encoding': 'gzip' })),
    fc
      .constantFrom('br', 'deflate', 'nonsense', 'identity')
      .map((coding) => asBytes(Buffer.from('{"content":"x"}'), { 'content-encoding': coding })),
    oddText.map(multipart),
    oddText.map((text) =>
      asText(
        `content=${encodeURIComponent(Buffer.from(text).toString())}&a[b][c]=1&a[__proto__][x]=1`,
        'application/x-www-form-urlencoded',
      ),
    ),
    fc.integer({ min: 1000, max: 100_000 }).map((depth) => asText(`{"content":${'['.repeat(depth)}`)),
    fc
      .integer({ min: 1000, max: 50_000 })
      .map((depth) => asText(`{"content":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`)),
    oddText.map((text) => asText(json(text))),
    fc.constantFrom('', 'null', '42', '[]', 'true', '"x"', '[[]]', '{', '{}').map((text) => asText(text)),
  );

/** Around the largest that the host takes, and unpacked far beyond. */
const hugelyEncoded: fc.Arbitrary<Encoded> = fc.oneof(
  fc.integer({ min: 100_000, max: 1_400_000 }).map((length) => asText(`{"content":"${'x'.repeat(length)}"}`)),
  fc
    .integer({ min: 1, max: 8 })
    .map((megabytes) =>
      asBytes(gzipSync(`{"content":"${' '.repeat(megabytes * MEGABYTE)}"}`), { 'content-encoding': 'gzip' }),
    ),
  fc
    .integer({ min: 1000, max: 40_000 })
    .map((count) =>
      asText(json(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index])))),
    ),
);

/** A value on its way: as JSON most of the time. `none` for a request that needs no body. */
export const encoded = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Encoded> =>
  fc.oneof(
    { weight: 120, arbitrary: value.map((it) => asText(json(it))) },
    { weight: 20, arbitrary: oddlyEncoded(value) },
    { weight: 1, arbitrary: hugelyEncoded },
    { weight: 3, arbitrary: fc.constant<Encoded>({ body: null, headers: {} }) },
  );

/** For routes that read none: now and then there is one. */
export const seldomEncoded = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Encoded> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant<Encoded>({ body: null, headers: {} }) },
    { weight: 1, arbitrary: encoded(value) },
  );

const CRLF = '\r\n';

/** How a request gets to the site: as a browser sends it most of the time. */
export const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 100, arbitrary: fc.constant<Delivery>({ how: 'whole' }) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 500 }).map((size): Delivery => ({ how: 'chunked', size })),
  },
  {
    weight: 2,
    arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((share): Delivery => ({ how: 'cut', share })),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 0, max: 60 }).map((afterMs): Delivery => ({ how: 'hang-up', afterMs })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Delivery>(
      { how: 'raw', head: 'Transfer-Encoding: chunked', tail: `zz${CRLF}{}${CRLF}0${CRLF}${CRLF}` },
      { how: 'raw', head: 'Transfer-Encoding: chunked', tail: `2${CRLF}{}${CRLF}` },
      { how: 'raw', head: 'Transfer-Encoding: chunked', tail: `ffffffffffffffffff${CRLF}` },
      { how: 'raw', head: 'Content-Length: 100', tail: '{"content":' },
      { how: 'raw', head: 'Content-Length: -1', tail: '{}' },
      { how: 'raw', head: `Content-Length: 2${CRLF}Content-Length: 3`, tail: '{}' },
      {
        how: 'raw',
        head: `Content-Length: 2${CRLF}Transfer-Encoding: chunked`,
        tail: `2${CRLF}{}${CRLF}0${CRLF}${CRLF}`,
      },
      { how: 'raw', head: 'Transfer-Encoding: gzip', tail: '{}' },
      { how: 'raw', head: 'Expect: 100-continue\r\nContent-Length: 2', tail: '{}' },
      { how: 'raw', head: 'Expect: nonsense\r\nContent-Length: 2', tail: '{}' },
      { how: 'raw', head: 'Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 2', tail: '{}' },
      { how: 'raw', head: `X-Long: ${'x'.repeat(20_000)}`, tail: '' },
      { how: 'raw', head: 'No colon', tail: '' },
      { how: 'raw', head: 'X-Null: a\0b', tail: '' },
    ),
  },
);
