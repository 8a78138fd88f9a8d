import { maxHeaderSize } from 'node:http';
import { ERRORS } from '../../contracts/errors';
import { findForeign, findLeak } from './canaries';
import type { Watched } from './canaries';
import type { FuzzAnswer, FuzzRequest } from './request';

const KNOWN: Record<string, { status: number }> = ERRORS;

/** What the web server says by itself of what is no HTTP; it has no body. */
const BELOW_HTTP = [400, 408, 417, 431];

/** What the connection adds to a head: `host`, `connection` and the length. */
const ADDED_BYTES = 200;

/** What one caller is told of a tool must not be another's; the list of tools is for all who may read it. */
const EXECUTE_ROUTE = 'POST /v1/execute/:slug';

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is wrong with the status of an answer, or with how it says that something went wrong. */
const findStatusFault = (request: FuzzRequest, { status, text }: FuzzAnswer): string | null => {
  if (status === null || status < 400) return null;
  if (text === '' && (BELOW_HTTP.includes(status) || request.method === 'HEAD')) return null;
  const { data, error } = Object(readJson(text));
  if (typeof error !== 'object' || error === null) {
    // no route: the host's own words
    if (status === 404 || status === 405) return null;
    return `a ${status} without an error in it`;
  }
  if (data !== null || error.status !== status || typeof error.message !== 'string') {
    return `a ${status} that is not the host's envelope`;
  }
  const isKnown = typeof error.code === 'string' && KNOWN[error.code]?.status === status;
  if (status >= 500 && (!isKnown || error.code === 'internal_error')) return `a ${status}: ${error.message}`;
  if (status >= 500 && request.side === 'admin') return `a ${status} of an admin route`;
  if (error.code !== undefined && !isKnown) return `the unknown code ${String(error.code)}`;
  return null;
};

/** A stream has an end, which says how it went. */
const findStreamFault = ({ status, headers, text }: FuzzAnswer): string | null => {
  if (status !== 200 || !headers['content-type']?.startsWith('text/event-stream')) return null;
  const events = text.trimEnd().split('\n\n');
  const last = events.at(-1) ?? '';
  if (last === 'data: [DONE]' || last.startsWith('data: {"error":')) return null;
  return `a stream without an end: ${last.slice(0, 200)}`;
};

/** What an answer does that none may do; null for a good one. */
export const findFault = (request: FuzzRequest, answer: FuzzAnswer, watched: Watched): string | null => {
  if (!answer.ended) return 'no answer in time';
  const { delivery } = request;
  const isBroken = delivery.how === 'cut' || delivery.how === 'hang-up' || delivery.how === 'raw';
  // nobody reads the body of a GET: the web server may close the connection on a long one that is still on its way
  const isUnread = request.method === 'GET' && request.body !== null;
  // nor that of a head which the web server refuses for its length
  const isRefused = answer.headBytes + ADDED_BYTES > maxHeaderSize && request.body !== null;
  if (answer.status === null) {
    return isBroken || isUnread || isRefused ? null : 'the connection ended without an answer';
  }
  const all = `${JSON.stringify(answer.headers)}\n${answer.text}`;
  const leak = findLeak(all, watched);
  if (leak !== null) return `it shows ${leak}`;
  if (request.route === EXECUTE_ROUTE) {
    const foreign = findForeign(all, { slug: request.slug, nonces: answer.nonces });
    if (foreign !== null) return `it shows ${foreign}`;
  }
  return findStatusFault(request, answer) ?? (isBroken ? null : findStreamFault(answer));
};
