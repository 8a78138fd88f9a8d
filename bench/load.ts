import net from 'node:net';
import { NUMBER_MARK } from './load-order';
import type { LoadOrder, LoadResult } from './load-order';

/*
 * The load, as a process of its own: closed loop, one request at a time on each kept-alive connection. Written on
 * bare sockets, since a client library would take as much of the machine as the site does. When the time is up it
 * starts no more requests and waits for those on their way, so that every answer is counted.
 */

const LOST_MS = 15_000;
/** in a row, on one connection: then nobody is there any more */
const MAX_FAILURES = 5;

interface Counts {
  latencies: number[];
  statuses: Record<string, number>;
  lost: number;
}

/** The request as bytes; a body with a mark gets another number each time. */
const createRequests = (order: LoadOrder): (() => string) => {
  const { port, path, headers, body } = order;
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const [before = '', after] = `${head.join('\r\n')}\r\n\r\n${body}`.split(NUMBER_MARK);
  let number = order.firstNumber;
  return () =>
    after === undefined ? before : before + String(number++).padStart(NUMBER_MARK.length, '0') + after;
};

/** Whether `answer` is a whole response; null while it is not, its status when it is. */
const readStatus = (answer: string): string | null => {
  const bodyAt = answer.indexOf('\r\n\r\n') + 4;
  if (bodyAt === 3) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  const isWhole =
    length === undefined ? answer.endsWith('0\r\n\r\n') : answer.length - bodyAt >= Number(length);
  return isWhole ? answer.slice(9, 12) : null;
};

/** One connection that asks for as long as `mayAsk` says so; resolves when its last answer is there. */
const keepAsking = (port: number, nextRequest: () => string, mayAsk: () => boolean, counts: Counts) =>
  new Promise<void>((resolve) => {
    let socket: net.Socket;
    let askedAt = 0;
    let answer = '';
    let isWaiting = false;
    let failures = 0;

    const ask = () => {
      if (!mayAsk()) {
        socket.off('close', onClose).end();
        return resolve();
      }
      answer = '';
      isWaiting = true;
      askedAt = performance.now();
      socket.write(nextRequest());
    };
    const onData = (chunk: string) => {
      answer += chunk;
      const status = readStatus(answer);
      if (status === null) return;
      isWaiting = false;
      failures = 0;
      counts.latencies.push(performance.now() - askedAt);
      counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
      ask();
    };
    const onClose = () => {
      if (isWaiting) counts.lost += 1;
      isWaiting = false;
      failures += 1;
      if (failures < MAX_FAILURES) connect();
      else resolve();
    };
    const connect = () => {
      // one character for each byte, so that lengths can be compared
      socket = net.connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
      socket.setTimeout(LOST_MS, () => socket.destroy());
      // `close` follows
      socket.on('error', () => {});
      socket.once('connect', ask).on('data', onData).once('close', onClose);
    };
    connect();
  });

const runLoad = async (order: LoadOrder): Promise<LoadResult> => {
  const nextRequest = createRequests(order);
  const counts: Counts = { latencies: [], statuses: {}, lost: 0 };
  const startedAt = performance.now();
  const endsAt = startedAt + (order.seconds ?? Infinity) * 1000;
  let left = order.requests ?? Infinity;
  const mayAsk = () => performance.now() < endsAt && left-- > 0;
  await Promise.all(
    Array.from({ length: order.concurrency }, () => keepAsking(order.port, nextRequest, mayAsk, counts)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = Float64Array.from(counts.latencies).sort();
  const percentile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
  return {
    answers: sorted.length,
    seconds,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    statuses: counts.statuses,
    lost: counts.lost,
  };
};

process.on('message', (order: LoadOrder) => {
  void runLoad(order).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit());
