import http from 'node:http';
import { z } from 'zod';
import { echoOf } from './echo';
import type { Outcome } from './outcome';

/*
 * One request and what became of it. An answer is held against what its own nonce has to bring: the content, the ids in
 * header and body, the end of a stream.
 */

/** Longer than anything a site may take, its own deadlines and faults included. */
const LOST_MS = 60_000;

const agent = new http.Agent({ keepAlive: true });

export interface Question {
  port: number;
  path: string;
  headers: Record<string, string>;
  nonce: string;
  body: string;
  isStream: boolean;
  /** milliseconds after which the caller is no longer there */
  leavesAfter: number | null;
}

export type Reply = Pick<
  Outcome,
  'end' | 'status' | 'code' | 'requestId' | 'cached' | 'provider' | 'costUsd' | 'complaint'
>;

const meta = z.object({
  request_id: z.string(),
  cached: z.boolean(),
  provider: z.string(),
  cost_usd: z.number().nullable(),
});
const completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]),
  meta,
});
const failure = z.object({
  error: z.object({
    status: z.int(),
    code: z.string().optional(),
    details: z.object({ request_id: z.string().optional() }).optional(),
  }),
});
const chunk = z.object({
  choices: z.tuple([z.object({ delta: z.object({ content: z.string().optional() }) })]),
  meta: meta.optional(),
});

const nothing: Reply = {
  end: 'lost',
  status: null,
  code: null,
  requestId: null,
  cached: null,
  provider: null,
  costUsd: null,
  complaint: null,
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Not with its words, so that many of them are one complaint. */
const NOT_OWN = 'not the answer to its own question';

const excerpt = (text: string): string => JSON.stringify(text.slice(0, 120));

const tellMeta = ({ cached, provider, cost_usd }: z.output<typeof meta>) => ({
  cached,
  provider,
  costUsd: cost_usd,
});

const readSuccess = (text: string, nonce: string, requestId: string | null): Partial<Reply> => {
  const reading = completion.safeParse(parse(text));
  if (!reading.success) return { complaint: `a success that is none: ${excerpt(text)}` };
  const { choices, meta: told } = reading.data;
  const [{ message }] = choices;
  if (message.content !== echoOf(nonce)) {
    return { ...tellMeta(told), complaint: NOT_OWN };
  }
  if (told.request_id !== requestId) return { ...tellMeta(told), complaint: 'two request ids' };
  return tellMeta(told);
};

const readFailure = (body: unknown, text: string, requestId: string | null): Partial<Reply> => {
  const reading = failure.safeParse(body);
  if (!reading.success) return { complaint: `an error without the envelope: ${excerpt(text)}` };
  const { code = null, details } = reading.data.error;
  const isSame = details?.request_id === undefined || details.request_id === requestId;
  return { code, complaint: isSame ? null : 'two request ids' };
};

/** What the events of a stream come to; one that ends without saying so is lost. */
const readEvents = (text: string, nonce: string, requestId: string | null): Partial<Reply> => {
  const events = text.split('\n\n').filter((event) => event !== '');
  let content = '';
  let told: z.output<typeof meta> | undefined;
  for (const event of events) {
    const data = event.replace(/^data: /, '');
    if (data === '[DONE]') {
      if (content !== echoOf(nonce)) {
        return { complaint: NOT_OWN };
      }
      if (!told) return { complaint: 'a stream without its meta' };
      return { ...tellMeta(told), complaint: told.request_id === requestId ? null : 'two request ids' };
    }
    const body = parse(data);
    if (failure.safeParse(body).success) {
      const isOwn = echoOf(nonce).startsWith(content);
      const failed = readFailure(body, data, requestId);
      return isOwn ? failed : { ...failed, complaint: NOT_OWN };
    }
    const reading = chunk.safeParse(body);
    if (!reading.success) return { complaint: `an event that is none: ${excerpt(data)}` };
    content += reading.data.choices[0].delta.content ?? '';
    told = reading.data.meta ?? told;
  }
  return { end: 'lost', complaint: `a stream without its end: ${excerpt(text.slice(-120))}` };
};

const readReply = (response: http.IncomingMessage, text: string, nonce: string): Reply => {
  const status = response.statusCode ?? 0;
  const requestId = String(response.headers['x-request-id'] ?? '') || null;
  const isStream = String(response.headers['content-type']).startsWith('text/event-stream');
  const told = { ...nothing, end: 'answered' as const, status, requestId };
  if (requestId === null) return { ...told, complaint: `no request id: ${status} ${excerpt(text)}` };
  if (isStream) return { ...told, ...readEvents(text, nonce, requestId) };
  if (status === 200) return { ...told, ...readSuccess(text, nonce, requestId) };
  return { ...told, ...readFailure(parse(text), text, requestId) };
};

/** Asks, and resolves to what became of it; never rejects. */
export const askSite = (question: Question): Promise<Reply> =>
  new Promise((resolve) => {
    const { port, path, headers, nonce, body, isStream, leavesAfter } = question;
    let hasLeft = false;
    let seen: http.IncomingMessage | null = null;
    const timers: NodeJS.Timeout[] = [];
    const settle = (reply: Reply): void => {
      timers.forEach(clearTimeout);
      resolve(reply);
    };
    const giveUp = (why: string): void => {
      const requestId = String(seen?.headers['x-request-id'] ?? '') || null;
      const status = seen?.statusCode ?? null;
      settle({ ...nothing, status, requestId, ...(hasLeft ? { end: 'left' } : { complaint: why }) });
    };
    const request = http.request({
      agent,
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(isStream && { accept: 'text/event-stream' }),
        ...headers,
      },
    });
    request.once('error', (error) => giveUp(`the connection broke: ${error.message}`));
    request.once('response', (response) => {
      seen = response;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.once('error', (error) => giveUp(`the answer broke off: ${error.message}`));
      response.once('end', () => settle(readReply(response, text, nonce)));
    });
    timers.push(
      setTimeout(() => request.destroy(new Error(`no answer within ${LOST_MS / 1000} s`)), LOST_MS),
    );
    if (leavesAfter !== null) {
      timers.push(
        setTimeout(() => {
          hasLeft = true;
          request.destroy(new Error('left'));
        }, leavesAfter),
      );
    }
    request.end(body);
  });
