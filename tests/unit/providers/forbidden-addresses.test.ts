import fc from 'fast-check';
import type { HttpRequest } from '../../../server/src/providers/adapter';
import {
  classifyAddress,
  findAddressFault,
  findEndpointFault,
  literalAddress,
} from '../../../server/src/providers/endpoint-rules';
import { createTransport } from '../../../server/src/providers/transport';
import { startCountingListener } from '../../support/counting-listener';
import type { CountingListener } from '../../support/counting-listener';
import { startDnsServer } from '../../support/dns-server';
import type { DnsServer } from '../../support/dns-server';
import { startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const KEY = 'canary-key-0123456789';
/** in a block of IPv6 that nobody has been given: public by all rules, and nobody is there */
const PUBLIC_ADDRESS = '2d00::1';

let dns: DnsServer;
let transport: ReturnType<typeof createTransport>;
let listener: CountingListener;
/** at the same port of the machine's other loopback address; null on a machine without IPv6 */
let listener6: CountingListener | null;
let provider: FakeProvider;

beforeEach(async () => {
  dns = await startDnsServer();
  provider = await startFakeProvider();
  transport = createTransport({ lookup: dns.lookup });
  listener = await startCountingListener();
  listener6 = await startCountingListener('::1', listener.port).catch(() => null);
});
afterEach(async () => {
  transport.close();
  await Promise.all([listener.stop(), listener6?.stop(), provider.stop(), dns.stop()]);
});

const toUrl = (host: string): string => `http://${host}:${listener.port}/v1/models`;

const requestTo = (url: string): HttpRequest => ({
  method: 'POST',
  url,
  headers: { authorization: `Bearer ${KEY}` },
  body: { prompt: 'x' },
});

const send = async (
  host: string,
  { allowPrivateEndpoint = false, signal = new AbortController().signal } = {},
): Promise<number> => {
  const response = await transport.send(requestTo(toUrl(host)), { signal, allowPrivateEndpoint });
  await response.text();
  return response.status;
};

const REFUSED = { failure: 'address_refused' };

const connections = (): number => listener.connections() + (listener6?.connections() ?? 0);

describe('what listens on this machine is not connected to', () => {
  /** Ways to write addresses of this machine, most of which look like something else. */
  const FORMS = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.0x0.0x0.0x1',
    '0X7F.1',
    '127.0.0.0x1',
    '%31%32%37.0.0.1',
    '１２７．０．０．１',
    '127。0。0。1',
    '127｡0｡0｡1',
    '①②⑦.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0000:0000:0000:0000:0000:FFFF:7F00:0001]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::127.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:0:0:0:0:80ff:fffe]',
    'api.openai.com@127.0.0.1',
    'api.openai.com%2f@127.0.0.1',
    'api.openai.com:443@[::1]',
  ];

  test.each(FORMS)('%s', async (form) => {
    expect(findEndpointFault(toUrl(form)) ?? findAddressFault(toUrl(form), false)).toEqual(
      expect.any(String),
    );
    await expect(send(form)).rejects.toMatchObject(REFUSED);
    expect(connections()).toBe(0);
  });

  test.each(['[::1%25lo]', '[fe80::1%25eth0]', '[::1%lo]', '127.0.0.1%00', '127.0.0.1.0.1', '[127.0.0.1]'])(
    '%s, which is no address at all',
    async (form) => {
      expect(findEndpointFault(toUrl(form))).toEqual(expect.any(String));
      await expect(send(form)).rejects.toThrow();
      expect(connections()).toBe(0);
    },
  );

  test.each(['localhost', 'LOCALHOST', 'ⓛocalhost', 'api.openai.com@localhost'])(
    '%s, as the system itself resolves it',
    async (form) => {
      transport.close();
      transport = createTransport();
      await expect(send(form)).rejects.toMatchObject(REFUSED);
      expect(connections()).toBe(0);
    },
  );

  test('and would have been reached, had it been allowed', async () => {
    const reaching = FORMS.filter((form) => {
      const address = literalAddress(new URL(toUrl(form)));
      return address === '127.0.0.1';
    });
    expect(reaching.length).toBeGreaterThan(12);
    for (const form of reaching) expect(await send(form, { allowPrivateEndpoint: true })).toBe(200);
  });
});

describe('where clouds keep credentials nothing is sent to, though private networks are allowed', () => {
  const allowed = { allowPrivateEndpoint: true };

  test.each([
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '169.254.0.23',
    '169.254.42.42',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '１６９。２５４。１６９。２５４',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '[::ffff:169.254.169.254]',
    '[::169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::]',
    '[fe80::a9fe:a9fe]',
    '[fd00:ec2::254]',
    '[fd00:ec2::23]',
    '[fd20:ce::254]',
    '[fd00:42::42]',
  ])('%s', async (form) => {
    expect(findAddressFault(toUrl(form), true)).toEqual(expect.any(String));
    await expect(send(form, allowed)).rejects.toMatchObject(REFUSED);
  });

  test.each([
    ['metadata.google.internal', '169.254.169.254'],
    ['instance-data.ec2.internal', '169.254.169.254'],
    ['metadata.tencentyun.com', '169.254.0.23'],
    ['innocent.example', '::ffff:169.254.169.254'],
    ['innocent.example', 'fd00:ec2::254'],
    ['innocent.example', '168.63.129.16'],
  ])('%s, which is at %s', async (name, address) => {
    dns.point(name, [address]);
    await expect(send(name, allowed)).rejects.toMatchObject(REFUSED);
  });
});

describe('a name is judged by what it resolves to', () => {
  test.each([
    ['an address of this machine', ['127.0.0.1']],
    ['one of IPv6', ['::1']],
    ['one of IPv4 in IPv6', ['::ffff:127.0.0.1']],
    ['one of the local network', ['192.168.0.10']],
    ['a public address, and then one of this machine', ['8.8.8.8', '127.0.0.1']],
    ['one of this machine, and then a public one', ['127.0.0.1', '8.8.8.8']],
    ['a public address of IPv6, and one of this machine of IPv4', [PUBLIC_ADDRESS, '127.0.0.1']],
    ['a public address of IPv4, and one of this machine of IPv6', ['8.8.8.8', '::1']],
  ])('%s', async (_name, addresses) => {
    dns.point('provider.example', addresses);
    // as text, there is nothing wrong with it
    expect(findEndpointFault(toUrl('provider.example'))).toBeNull();
    expect(findAddressFault(toUrl('provider.example'), false)).toBeNull();
    await expect(send('provider.example')).rejects.toMatchObject(REFUSED);
    await expect(send('PROVIDER.example')).rejects.toMatchObject(REFUSED);
    expect(connections()).toBe(0);
  });

  test('every time anew: an address that was public when it was saved, and first used, may not become private', async () => {
    dns.point('rebinding.example', [PUBLIC_ADDRESS], ['127.0.0.1']);
    const caller = new AbortController();
    const first = send('rebinding.example', { signal: caller.signal });
    const settled = first.catch(() => null);
    while (dns.lookups('rebinding.example') === 0) await new Promise(setImmediate);
    caller.abort();
    await settled;
    await expect(send('rebinding.example')).rejects.toMatchObject(REFUSED);
    expect(connections()).toBe(0);
  });

  test('once for each connection, so that nothing changes between looking and connecting', async () => {
    dns.point('rebinding.example', ['127.0.0.1'], ['169.254.169.254']);
    expect(await send('rebinding.example', { allowPrivateEndpoint: true })).toBe(200);
    expect(dns.lookups('rebinding.example')).toBe(1);
    expect(connections()).toBe(1);
  });

  test('a kept connection stays where it was allowed to go, and the next one is judged anew', async () => {
    dns.point('moving.example', ['127.0.0.1'], ['169.254.169.254']);
    const allowed = { allowPrivateEndpoint: true };
    for (let call = 0; call < 3; call += 1) expect(await send('moving.example', allowed)).toBe(200);
    expect(connections()).toBe(1);

    // it is in use, so that a second one is needed
    const inUse = await transport.send(requestTo(toUrl('moving.example')), {
      signal: new AbortController().signal,
      ...allowed,
    });
    await expect(send('moving.example', allowed)).rejects.toMatchObject(REFUSED);
    await inUse.text();
    expect(connections()).toBe(1);
  });

  test('a connection that one provider may have is not lent to another that may not', async () => {
    dns.point('shared.example', ['127.0.0.1']);
    expect(await send('shared.example', { allowPrivateEndpoint: true })).toBe(200);
    await expect(send('shared.example')).rejects.toMatchObject(REFUSED);
    await expect(send('127.0.0.1')).rejects.toMatchObject(REFUSED);
    expect(connections()).toBe(1);
  });

  test('one that nobody knows is not found', async () => {
    await expect(send('nowhere.example')).rejects.toMatchObject({ failure: 'host_not_found' });
  });
});

describe('nothing leads elsewhere', () => {
  test.each([301, 302, 303, 305, 307, 308])('not a redirect with status %i', async (status) => {
    provider.answerJson('', status, {
      location: toUrl(`${KEY}@127.0.0.1`),
      refresh: `0; ${toUrl('127.0.0.1')}`,
    });
    const response = await transport.send(requestTo(`${provider.url}/v1/models`), {
      signal: new AbortController().signal,
      allowPrivateEndpoint: true,
    });
    expect(response.status).toBe(status);
    expect(connections()).toBe(0);
  });

  test('not a proxy that the environment names', async () => {
    provider.answerJson({});
    const proxy = `http://127.0.0.1:${listener.port}`;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = proxy;
    try {
      const options = { signal: new AbortController().signal, allowPrivateEndpoint: true };
      const plain = await transport.send(requestTo(provider.url), options);
      expect(plain.status).toBe(200);
      expect(connections()).toBe(0);
      // to a port that speaks no TLS: a proxy would have been asked for a tunnel to it first
      const secure = transport.send(requestTo(provider.url.replace('http:', 'https:')), options);
      await expect(secure).rejects.toMatchObject({ failure: 'tls_failed' });
    } finally {
      names.forEach((name, at) => {
        const value = before[at];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      });
    }
    expect(provider.requests).toHaveLength(1);
    expect(connections()).toBe(0);
  });
});

describe('however an address is written', () => {
  type Bytes = [number, number, number, number];
  const byte = fc.nat(255);

  const NOT_PUBLIC = fc.oneof<fc.Arbitrary<Bytes>[]>(
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(0), byte, byte, byte),
    fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  );

  const RADIX: ((part: number) => string)[] = [
    (part) => String(part),
    (part) => `0x${part.toString(16)}`,
    (part) => `0X${part.toString(16).toUpperCase()}`,
    (part) => `0${part.toString(8)}`,
    (part) => `0x0000${part.toString(16)}`,
  ];
  const DISGUISES: ((character: string) => string)[] = [
    (character) => character,
    (character) =>
      /[0-9]/.test(character)
        ? String.fromCodePoint(0xff10 + Number(character))
        : character.replace('.', '．'),
    (character) => (character === '.' ? '。' : character),
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  ];

  interface Writing {
    parts: number;
    radix: number[];
    disguise: number;
    trailingDot: boolean;
  }
  const writing: fc.Arbitrary<Writing> = fc.record({
    parts: fc.integer({ min: 1, max: 4 }),
    radix: fc.array(fc.nat(RADIX.length - 1), { minLength: 4, maxLength: 4 }),
    disguise: fc.nat(DISGUISES.length - 1),
    trailingDot: fc.boolean(),
  });

  const write = (bytes: Bytes, { parts, radix, disguise, trailingDot }: Writing): string => {
    const numbers = [
      ...bytes.slice(0, parts - 1),
      bytes.slice(parts - 1).reduce((sum, value) => sum * 256 + value, 0),
    ];
    const text = numbers.map((number, at) => RADIX[radix[at] ?? 0]?.(number)).join('.');
    return [...(trailingDot ? `${text}.` : text)]
      .map((character) => DISGUISES[disguise]?.(character))
      .join('');
  };

  test('one of IPv4 that is not public is refused', () => {
    fc.assert(
      fc.property(NOT_PUBLIC, writing, (bytes, how) => {
        const endpoint = `http://${write(bytes, how)}/v1`;
        expect([endpoint, literalAddress(new URL(endpoint))]).toEqual([endpoint, bytes.join('.')]);
        expect([endpoint, findAddressFault(endpoint, false)]).toEqual([endpoint, expect.any(String)]);
      }),
      { numRuns: 5000 },
    );
  });

  test('and so it is inside IPv6', () => {
    const hex = (high = 0, low = 0): string => (high * 256 + low).toString(16);
    const EMBEDDINGS: ((bytes: Bytes) => string)[] = [
      ([a, b, c, d]) => `::ffff:${hex(a, b)}:${hex(c, d)}`,
      (bytes) => `::ffff:${bytes.join('.')}`,
      ([a, b, c, d]) => `::${hex(a, b)}:${hex(c, d)}`,
      ([a, b, c, d]) => `::ffff:0:${hex(a, b)}:${hex(c, d)}`,
      ([a, b, c, d]) => `64:ff9b::${hex(a, b)}:${hex(c, d)}`,
      ([a, b, c, d]) => `64:ff9b:1::${hex(a, b)}:${hex(c, d)}`,
      ([a, b, c, d]) => `2002:${hex(a, b)}:${hex(c, d)}::1`,
      ([a, b, c, d]) => `2001:0:4136:e378:8000:63bf:${hex(255 - a, 255 - b)}:${hex(255 - c, 255 - d)}`,
    ];
    fc.assert(
      fc.property(NOT_PUBLIC, fc.constantFrom(...EMBEDDINGS), (bytes, embed) => {
        const endpoint = `http://[${embed(bytes)}]/v1`;
        expect([endpoint, findAddressFault(endpoint, false)]).toEqual([endpoint, expect.any(String)]);
      }),
      { numRuns: 5000 },
    );
  });

  test('of IPv6 only what is given out to the public is public', () => {
    const group = fc.nat(0xffff);
    fc.assert(
      fc.property(group, fc.array(group, { minLength: 7, maxLength: 7 }), (first, others) => {
        const address = [first, ...others].map((value) => value.toString(16)).join(':');
        const isGlobal = first >= 0x2000 && first < 0x4000;
        fc.pre(!isGlobal);
        expect([address, classifyAddress(address)]).not.toEqual([address, 'public']);
      }),
      { numRuns: 5000 },
    );
  });
});
