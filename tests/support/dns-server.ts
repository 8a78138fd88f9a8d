import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Lookup } from '../../server/src/providers/transport';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;
const RESPONSE = 0x8180;
const NAME_ERROR = 3;

const readQuestion = (message: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
};

const toRecord = (address: string): Buffer => {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(HEADER_BYTES);
  // the name is that of the question
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(isIPv6(address) ? TYPE_AAAA : TYPE_A, 2);
  head.writeUInt16BE(1, 4);
  // nobody is to keep it
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
};

const toAnswer = (query: Buffer, addresses: readonly string[] | null): Buffer => {
  const { type, end } = readQuestion(query);
  const wanted = (addresses ?? []).filter((address) => isIPv6(address) === (type === TYPE_AAAA));
  const head = Buffer.alloc(HEADER_BYTES);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(addresses === null ? RESPONSE | NAME_ERROR : RESPONSE, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(wanted.length, 6);
  return Buffer.concat([head, query.subarray(HEADER_BYTES, end), ...wanted.map(toRecord)]);
};

export interface DnsServer {
  /** what each lookup of a name finds: the first list, then the second, and so on; the last one stays */
  point(name: string, ...answers: string[][]): void;
  /** how often a name was looked up */
  lookups(name: string): number;
  /** asks this server alone, as the system asks its own */
  lookup: Lookup;
  stop(): Promise<void>;
}

/** A name server on loopback, whose mind a test may change between two questions. */
export const startDnsServer = async (): Promise<DnsServer> => {
  const names = new Map<string, string[][]>();
  const counts = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type } = readQuestion(query);
    const [first = null, ...later] = names.get(name) ?? [];
    const answer = toAnswer(query, first);
    // the lookups ask for AAAA, and then for A: that is one lookup
    if (type === TYPE_A) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (later.length > 0) names.set(name, later);
    }
    socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  const resolver = new dns.promises.Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);

  const resolve = async (name: string): Promise<dns.LookupAddress[]> => {
    const ipv6 = await resolver.resolve6(name).catch(() => []);
    const ipv4 = await resolver.resolve4(name).catch(() => []);
    return [
      ...ipv4.map((address) => ({ address, family: 4 })),
      ...ipv6.map((address) => ({ address, family: 6 })),
    ];
  };

  return {
    point: (name, ...answers) => void names.set(name, answers),
    lookups: (name) => counts.get(name) ?? 0,
    lookup: (name, _options, callback) => {
      void resolve(name).then((addresses) => {
        const error =
          addresses.length > 0 ? null : Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' });
        callback(error, addresses);
      });
    },
    stop: () =>
      new Promise((closed) => {
        resolver.cancel();
        socket.close(() => closed());
      }),
  };
};
