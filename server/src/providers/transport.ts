import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { finished } from 'node:stream';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import axios from 'axios';
import type { AxiosInstance } from 'axios';
import type { HttpRequest, ProviderRequest, SimulatedResponse } from './adapter';
import { isAddressAllowed, literalAddress } from './endpoint-rules';
import { TransportError } from './transport-error';
import type { TransportFailure } from './transport-error';

/** The only file that opens a connection. */

export interface TransportOptions {
  /** when it aborts, its reason is what is thrown */
  signal: AbortSignal;
  allowPrivateEndpoint: boolean;
}

export interface TransportResponse {
  status: number;
  /** names in lower case */
  headers: Record<string, string>;
  /** bounded; throws a TransportError when the provider sends more or breaks off, and when the signal aborts */
  body: AsyncIterable<Uint8Array>;
  /** all of {@link body} at once, instead of it */
  text(): Promise<string>;
  /**
   * For a reader that has what it wanted and leaves the rest: the connection is kept for the next call, if the rest
   * is short. A body that is left without it takes its connection along.
   */
  release(): void;
}

export type Transport = (request: ProviderRequest, options: TransportOptions) => Promise<TransportResponse>;

/** Far above the longest completion; a larger answer is a fault or an attack. */
const MAX_RESPONSE_BYTES = 10 * 1024 * 1024;

/** What may follow what a reader wanted. More, or later, costs more than the new connection that it would save. */
const MAX_REST_BYTES = 64 * 1024;
const MAX_REST_MS = 500;

/** Finds every address of a name. */
export type Lookup = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;

const ADDRESS_REFUSED = 'EADDRESSREFUSED';

/**
 * Resolves a name and refuses it when any of its addresses may not be connected to. Runs inside the connect, so
 * that a name which resolves differently the second time gains nothing.
 */
const guardedLookup =
  (allowPrivate: boolean, lookup: Lookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const refused = addresses.some(({ address }) => !isAddressAllowed(address, allowPrivate));
      const [first] = addresses;
      if (refused || !first) {
        return callback(Object.assign(new Error('address refused'), { code: ADDRESS_REFUSED }), '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

const createClient = (allowPrivate: boolean, lookup: Lookup): AxiosInstance => {
  const agentOptions = { keepAlive: true, maxSockets: 256, lookup: guardedLookup(allowPrivate, lookup) };
  return axios.create({
    httpAgent: new http.Agent(agentOptions),
    httpsAgent: new https.Agent(agentOptions),
    responseType: 'stream',
    // redirects and the environment's proxy would both carry the key somewhere nobody chose
    maxRedirects: 0,
    proxy: false,
    validateStatus: () => true,
    // no maxContentLength: with one, even an infinite one, axios wraps the body in a stream which, when it is
    // destroyed, does not let go of the connection before the next chunk
    maxBodyLength: Infinity,
  });
};

const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'UNKNOWN';

const FAILURES: Record<string, TransportFailure> = {
  [ADDRESS_REFUSED]: 'address_refused',
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  ECONNREFUSED: 'connection_refused',
  // a certificate that is not to be trusted, in OpenSSL's words
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_failed',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_failed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_failed',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_failed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_failed',
  CERT_HAS_EXPIRED: 'tls_failed',
  CERT_NOT_YET_VALID: 'tls_failed',
  CERT_REVOKED: 'tls_failed',
  CERT_UNTRUSTED: 'tls_failed',
  CERT_REJECTED: 'tls_failed',
  INVALID_CA: 'tls_failed',
  INVALID_PURPOSE: 'tls_failed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_failed',
  // a handshake with a port that speaks something else: Node 20 has this code for it, later ones ERR_SSL_…
  EPROTO: 'tls_failed',
};

const findFailure = (code: string): TransportFailure =>
  FAILURES[code] ?? (code.startsWith('ERR_SSL_') ? 'tls_failed' : 'connection_broken');

const toFailure = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return signal.reason;
  if (error instanceof TransportError) return error;
  const code = errorCode(error);
  return new TransportError(findFailure(code), code);
};

const BROKEN_CODES = ['ECONNRESET', 'EPIPE'];

/** For a request that got no answer at all. */
const toRequestFailure = (error: unknown, signal: AbortSignal): unknown => {
  const code = errorCode(error);
  const wasKept = axios.isAxiosError(error) && Object(error.request).reusedSocket === true;
  return !signal.aborted && wasKept && BROKEN_CODES.includes(code)
    ? new TransportError('connection_stale', code)
    : toFailure(error, signal);
};

/** Reads the rest of a body that nobody waits for, so that its connection can be used again, or gives the connection up. */
const drain = (stream: Readable): void => {
  if (stream.destroyed) return;
  let received = 0;
  const timer = setTimeout(() => stream.destroy(), MAX_REST_MS).unref();
  // whatever goes wrong from here on goes wrong for nobody
  stream.on('error', () => {});
  stream.once('close', () => clearTimeout(timer));
  stream.on('data', (chunk: Uint8Array) => {
    received += chunk.byteLength;
    if (received > MAX_REST_BYTES) stream.destroy();
  });
  stream.resume();
};

const tooLarge = () => new TransportError('response_too_large', `over ${MAX_RESPONSE_BYTES} bytes`);

/** By events, since an iterator makes a dozen promises of an answer that has come in one piece. */
const readWhole = (stream: Readable, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let received = 0;
    stream.on('data', (chunk: Uint8Array) => {
      received += chunk.byteLength;
      if (received > MAX_RESPONSE_BYTES) stream.destroy(tooLarge());
      else chunks.push(chunk);
    });
    // also tells of a connection that broke off without an error, or before anybody listened
    finished(stream, { writable: false }, (error) => {
      if (error) reject(toFailure(error, signal));
      else resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });

const createBody = (
  stream: Readable,
  signal: AbortSignal,
): Pick<TransportResponse, 'body' | 'text' | 'release'> => {
  let isReleased = false;

  async function* read(): AsyncGenerator<Uint8Array> {
    let received = 0;
    try {
      for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
        received += chunk.byteLength;
        if (received > MAX_RESPONSE_BYTES) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw toFailure(error, signal);
    } finally {
      if (!isReleased) stream.destroy();
    }
  }

  return {
    body: read(),
    text: () => readWhole(stream, signal),
    release: () => {
      isReleased = true;
      drain(stream);
    },
  };
};

const sendHttp = async (
  client: AxiosInstance,
  request: HttpRequest,
  options: TransportOptions,
): Promise<TransportResponse> => {
  const address = literalAddress(new URL(request.url));
  if (address !== null && !isAddressAllowed(address, options.allowPrivateEndpoint)) {
    throw new TransportError('address_refused', ADDRESS_REFUSED);
  }
  try {
    const response = await client.request({
      method: request.method,
      url: request.url,
      headers: { ...request.headers, 'content-type': 'application/json' },
      data: request.body === null ? undefined : JSON.stringify(request.body),
      signal: options.signal,
    });
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    return { status: response.status, headers, ...createBody(response.data, options.signal) };
  } catch (error) {
    throw toRequestFailure(error, options.signal);
  }
};

async function* playChunks(
  { chunks, pauseMs }: SimulatedResponse,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    signal.throwIfAborted();
    if (pauseMs > 0) {
      await pause(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
    yield Buffer.from(chunk);
  }
}

const playBack = async (simulated: SimulatedResponse, signal: AbortSignal): Promise<TransportResponse> => ({
  status: simulated.status,
  headers: simulated.headers,
  body: playChunks(simulated, signal),
  text: async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of playChunks(simulated, signal)) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  },
  release: () => {},
});

/**
 * Makes the one transport of a site, with its pools of kept-alive connections. `lookup` finds the addresses of names;
 * it is the system's unless told.
 */
export const createTransport = ({ lookup = dns.lookup }: { lookup?: Lookup } = {}): {
  send: Transport;
  close(): void;
} => {
  const clients = { public: createClient(false, lookup), private: createClient(true, lookup) };
  return {
    send: (request, options) => {
      if ('simulated' in request) return playBack(request.simulated, options.signal);
      return sendHttp(options.allowPrivateEndpoint ? clients.private : clients.public, request, options);
    },
    close: () => {
      for (const client of Object.values(clients)) {
        client.defaults.httpAgent.destroy();
        client.defaults.httpsAgent.destroy();
      }
    },
  };
};
