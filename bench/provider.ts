import http from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * The provider, as a process of its own: one chat completion of 1,024 bytes for every request, at once below
 * /instant and after 60 ms below /slow.
 */

const ANSWER_BYTES = 1024;
const SLOW_MS = 60;

const completion = (content: string): string =>
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'bench-model',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 60, completion_tokens: 170, total_tokens: 230 },
  });

const answer = completion('a'.repeat(ANSWER_BYTES - completion('').length));

const server = http.createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const reply = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER_BYTES });
      response.end(answer);
    };
    if (request.url?.startsWith('/slow/')) setTimeout(reply, SLOW_MS);
    else reply();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
process.once('disconnect', () => process.exit());
