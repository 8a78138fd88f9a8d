import http from 'node:http';
import net from 'node:net';
import type { Known } from './places';
import type { FuzzAnswer, FuzzRequest } from './request';
import type { FuzzSite } from './site';

/**
 * Every provider that hangs is given up long before. In seconds in which the site had time for anything: on a busy
 * machine it may wait for its turn longer than any caller would.
 */
const ALIVE_SECONDS = 180;
/** A site that has stopped for good tells no seconds any more. */
const LONGEST_MS = 600_000;
const LOOK_MS = 500;

/** Of an answer, for whoever looks at it; an export has more. */
const MOST_BYTES = 3_000_000;

export interface Sender {
  send(request: FuzzRequest): Promise<FuzzAnswer>;
  close(): void;
}

type Outcome = Pick<FuzzAnswer, 'status' | 'headers' | 'text' | 'ended'>;

const GONE: Outcome = { status: null, headers: {}, text: '', ended: true };
const HANGING: Outcome = { ...GONE, ended: false };

const toHeaders = (raw: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (let index = 0; index < raw.length; index += 2) {
    headers[(raw[index] ?? '').toLowerCase()] = raw[index + 1] ?? '';
  }
  return headers;
};

const unchunk = (body: string): string => {
  const [, size = '', rest = ''] = /^([0-9a-f]+)\r\n(.*)$/s.exec(body) ?? [];
  const length = Number.parseInt(size, 16);
  return length > 0 ? rest.slice(0, length) + unchunk(rest.slice(length + 2)) : '';
};

const readRawAnswer = (received: string): Outcome => {
  const bytes = received.replace(/^HTTP\/1\.1 100 .*?\r\n\r\n/s, '');
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(bytes) ?? [];
  const [head = '', ...rest] = bytes.split('\r\n\r\n');
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = rest.join('\r\n\r\n');
  // what follows is the answer to what the site took for another request
  const length = Number(headers['content-length'] ?? body.length);
  const text = headers['transfer-encoding'] === 'chunked' ? unchunk(body) : body.slice(0, length);
  return { status: status ? Number(status) : null, headers, text, ended: true };
};

const countBytes = (path: string, headers: Record<string, string>): number =>
  Buffer.byteLength([path, ...Object.entries(headers).flat()].join(''));

/** Sends requests as they are, over connections of its own. */
export const createSender = ({ url, aliveSeconds }: FuzzSite, known: Known): Sender => {
  const { hostname, port } = new URL(url);
  /** Calls `giveUp` when a request has had its time; to be told when it is over. */
  const watch = (giveUp: () => void): (() => void) => {
    const startedAt = Date.now();
    const alive = aliveSeconds();
    const timer = setInterval(() => {
      if (aliveSeconds() - alive < ALIVE_SECONDS && Date.now() - startedAt < LONGEST_MS) return;
      clearInterval(timer);
      giveUp();
    }, LOOK_MS);
    return () => clearInterval(timer);
  };
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

  const sendRaw = (
    { method, delivery }: FuzzRequest,
    path: string,
    headers: Record<string, string>,
  ): Promise<Outcome> =>
    new Promise((resolve) => {
      const socket = net.connect({ host: hostname, port: Number(port) });
      let bytes = '';
      const finish = (outcome: Outcome) => {
        stopWatching();
        clearTimeout(end);
        socket.destroy();
        resolve(outcome);
      };
      const stopWatching = watch(() => finish(HANGING));
      // who sends less than announced is waited for: that is for the caller to end
      const end = setTimeout(() => socket.end(), 150);
      socket.setEncoding('latin1');
      socket.on('data', (chunk) => (bytes += String(chunk)));
      socket.on('error', () => finish(readRawAnswer(bytes)));
      socket.on('close', () => finish(readRawAnswer(bytes)));
      if (delivery.how !== 'raw') return;
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, delivery.head];
      socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${delivery.tail}`, 'latin1'));
    });

  const sendWell = (
    { method, delivery }: FuzzRequest,
    path: string,
    headers: Record<string, string>,
    body: Buffer | null,
    agent: http.Agent | false,
  ): Promise<Outcome & { wasStale: boolean }> =>
    new Promise((resolve) => {
      const isWhole = delivery.how !== 'chunked';
      const length = body !== null && isWhole ? { 'content-length': String(body.length) } : {};
      const request = http.request(
        { agent, hostname, port, path, method, headers: { ...headers, ...length } },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size <= MOST_BYTES) chunks.push(chunk);
          });
          const end = () =>
            finish({
              status: response.statusCode ?? null,
              headers: toHeaders(response.rawHeaders),
              text: Buffer.concat(chunks).toString(),
              ended: true,
            });
          response.once('end', end);
          response.once('error', end);
        },
      );
      const finish = (outcome: Outcome) => {
        stopWatching();
        resolve({ ...outcome, wasStale: outcome === GONE && request.reusedSocket });
      };
      const stopWatching = watch(() => {
        request.destroy();
        finish(HANGING);
      });
      request.once('error', () => finish(GONE));
      request.once('close', () => finish(GONE));
      if (body === null) request.end();
      else if (delivery.how === 'chunked') {
        for (let at = 0; at < Math.min(body.length, 50 * delivery.size); at += delivery.size) {
          request.write(body.subarray(at, at + delivery.size));
        }
        request.end(body.subarray(50 * delivery.size));
      } else if (delivery.how === 'cut' && body.length > 0) {
        // at least a byte: what is empty is never said to be written
        const length = Math.max(1, Math.floor(body.length * delivery.share));
        request.write(body.subarray(0, length), () => request.destroy());
      } else request.end(body);
      if (delivery.how === 'hang-up') setTimeout(() => request.destroy(), delivery.afterMs);
    });

  return {
    send: async (request) => {
      const path = known.fill(request.path, encodeURIComponent);
      const nonces = [...path.nonces];
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(request.headers)) headers[name] = known.fill(value).text;
      let body: Buffer | null = null;
      if (request.body !== null && 'text' in request.body) {
        const filled = known.fill(request.body.text);
        nonces.push(...filled.nonces);
        body = Buffer.from(filled.text);
      } else if (request.body !== null) ({ bytes: body } = request.body);
      const sendWith = (connections: http.Agent | false) =>
        sendWell(request, path.text, headers, body, connections);
      const send = async (): Promise<Outcome> => {
        if (request.delivery.how === 'raw') return sendRaw(request, path.text, headers);
        const { wasStale, ...outcome } = await sendWith(agent);
        // the site had just closed a connection that was kept for later, as it may
        return wasStale ? sendWith(false) : outcome;
      };
      const outcome = await send();
      if (request.side === 'admin' && outcome.status !== null && outcome.status < 300)
        known.learn(outcome.text);
      return { ...outcome, nonces, headBytes: countBytes(path.text, headers) };
    },
    close: () => agent.destroy(),
  };
};
