import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { echoOf, findNonce } from './echo';
import type { ProviderFault, ProviderMode } from './provider-mode';

/*
 * Two providers as a process of its own, below /primary and /backup: each answers a chat completion that repeats the
 * nonce of its prompt, whole or streamed, or fails in the way that it is told to.
 */

const LATENCY_MS = 15;
const SLOW_MS = 600;
const PIECES = 6;
const USAGE = { prompt_tokens: 20, completion_tokens: 90, total_tokens: 110 };

let mode: ProviderMode = { fault: null, share: 0, everywhere: false };

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

const completion = (content: string): object => ({
  id: 'chatcmpl-soak',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'soak-model',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: USAGE,
});

const chunk = (fields: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-soak', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'soak-model', ...fields })}\n\n`;

const piece = (content: string): string =>
  chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });

const LAST = `${chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE })}data: [DONE]\n\n`;

/** The answer in pieces, as far as `pieces` goes. */
const stream = async (response: ServerResponse, content: string, pieces = PIECES): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const size = Math.ceil(content.length / PIECES);
  for (let sent = 0; sent < pieces && !response.destroyed; sent += 1) {
    response.write(piece(content.slice(sent * size, (sent + 1) * size)));
    await pause(2);
  }
};

interface Question {
  nonce: string;
  isStream: boolean;
  response: ServerResponse;
}

const answer = async ({ nonce, isStream, response }: Question): Promise<void> => {
  if (!isStream) return json(response, 200, completion(echoOf(nonce)));
  await stream(response, echoOf(nonce));
  response.end(LAST);
};

const cutInTheMiddle = async ({ nonce, isStream, response }: Question): Promise<void> => {
  if (isStream) await stream(response, echoOf(nonce), 2);
  else {
    const body = JSON.stringify(completion(echoOf(nonce)));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.write(body.slice(0, body.length / 2));
    await pause(5);
  }
  response.destroy();
};

const FAILURES: Record<ProviderFault, (question: Question) => void | Promise<void>> = {
  error: ({ response }) => json(response, 500, { error: { message: 'The model fell over.' } }),
  overloaded: ({ response }) => json(response, 503, { error: { message: 'Come back later.' } }),
  'rate limit': ({ response }) =>
    json(response, 429, { error: { message: 'Not so fast.' } }, { 'retry-after': '1' }),
  // until the other side gives up
  stall: () => {},
  cut: ({ response }) => void response.destroy(),
  'cut in the middle': cutInTheMiddle,
  garbage: ({ isStream, response }) => {
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(isStream ? 'data: <html>\n\n' : '<html><body>It works!</body></html>');
  },
  empty: async ({ isStream, response }) => {
    if (!isStream) return json(response, 200, completion(''));
    await stream(response, '', 0);
    response.end(LAST);
  },
  slow: async (question) => {
    await pause(SLOW_MS);
    await answer(question);
  },
};

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
};

const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await readText(request);
  await pause(LATENCY_MS);
  if (response.destroyed) return;
  const question = { nonce: findNonce(body), isStream: /"stream":\s*true/.test(body), response };
  const { fault, share, everywhere } = mode;
  const isMeant = everywhere || request.url?.startsWith('/primary/');
  if (fault !== null && isMeant && Math.random() < share) await FAILURES[fault](question);
  else await answer(question);
};

const server = http.createServer((request, response) => {
  // whoever has gone in the middle of a question or an answer has nothing to be told
  respond(request, response).catch(() => response.destroy());
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
process.on('message', (next: ProviderMode) => {
  mode = next;
  process.send?.({});
});
process.once('disconnect', () => process.exit());
