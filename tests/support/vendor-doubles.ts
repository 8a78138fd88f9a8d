import type { ServerResponse } from 'node:http';
import { readFixture } from './fake-provider';
import type { FakeProvider, SeenRequest } from './fake-provider';

/** What a kind of provider answers, by the name of its fixture. */
interface Answers {
  whole: string;
  stream: string;
  /** an answer that asks for a function to be called */
  calls: string | null;
  /** the whole answer of the kind's other method, where it has one */
  raw: string | null;
  streamType: 'text/event-stream' | 'application/x-ndjson';
}

/** What is read with GET, by the end of its path. Of a list in pages the second is the last. */
const READABLE: Record<string, [path: RegExp, fixture: string][]> = {
  openai: [
    [/\/models$/, 'openai/models.json'],
    [/\/models\/[^/]+$/, 'openai/model.json'],
  ],
  anthropic: [
    [/\/models\?.*after_id/, 'anthropic/models.page-2.json'],
    [/\/models\?/, 'anthropic/models.page-1.json'],
    [/\/models\/[^/]+$/, 'anthropic/model.json'],
  ],
  google: [
    [/\/models\?.*pageToken/, 'google/models.page-2.json'],
    [/\/models\?/, 'google/models.page-1.json'],
    [/\/models\/[^/]+$/, 'google/model.json'],
  ],
  mistral: [
    [/\/models$/, 'mistral/models.json'],
    [/\/models\/[^/]+$/, 'mistral/model.json'],
  ],
  ollama: [
    [/\/version$/, 'ollama/version.json'],
    [/\/tags$/, 'ollama/tags.json'],
  ],
  together: [[/\/models$/, 'together/models.json']],
  replicate: [
    [/\/account$/, 'replicate/account.json'],
    [/\/models\/[^/]+\/[^/]+$/, 'replicate/model.json'],
  ],
  'openai-compatible': [[/\/models$/, 'openai-compatible/llama-cpp.models.json']],
};

const sse = (whole: string, stream: string, calls: string | null, raw: string | null = null): Answers => ({
  whole,
  stream,
  calls,
  raw,
  streamType: 'text/event-stream',
});

/** Every kind that is spoken to over a connection. */
export const VENDORS: Record<string, Answers> = {
  openai: sse('openai/completion.json', 'openai/stream.txt', 'openai/completion.tools.json'),
  anthropic: sse('anthropic/message.json', 'anthropic/stream.txt', 'anthropic/message.tools.json'),
  google: sse('google/completion.json', 'google/stream.txt', 'google/completion.tools.json'),
  mistral: sse('mistral/completion.json', 'mistral/stream.txt', 'mistral/completion.tools.json'),
  ollama: {
    whole: 'ollama/chat.json',
    stream: 'ollama/stream.txt',
    calls: 'ollama/chat.tools.json',
    raw: 'ollama/generate.json',
    streamType: 'application/x-ndjson',
  },
  together: sse('together/completion.json', 'together/stream.txt', 'together/completion.tools.json'),
  replicate: sse('replicate/succeeded.json', 'replicate/stream.txt', null, 'replicate/succeeded.json'),
  'openai-compatible': sse(
    'openai-compatible/llama-cpp.completion.json',
    'openai-compatible/llama-cpp.stream.txt',
    'openai-compatible/llama-cpp.completion.tools.json',
    'openai-compatible/text-completion.json',
  ),
};

const wantsStream = ({ path, body }: SeenRequest): boolean =>
  path.includes('alt=sse') || Object(body).stream === true;

const sendJson = (response: ServerResponse, fixture: string) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(readFixture(fixture));
};

/** Makes a fake answer as the vendor of this kind does: whole or streamed, with calls where functions are declared. */
export const answerLike = (kind: string, provider: FakeProvider): void => {
  const answers = VENDORS[kind];
  if (!answers) throw new Error(`nobody plays ${kind}`);
  provider.answer((request, response) => {
    const { method, path, headers, body } = request;
    const readable = READABLE[kind]?.find(([pattern]) => method === 'GET' && pattern.test(path));
    if (readable) sendJson(response, readable[1]);
    else if (method === 'GET' && headers.accept !== 'text/event-stream') response.writeHead(404).end();
    else if (kind === 'replicate' && wantsStream(request)) {
      // it streams from an address that the first answer names
      response.writeHead(201, { 'content-type': 'application/json' });
      const started = JSON.parse(readFixture('replicate/starting.json'));
      response.end(
        JSON.stringify({ ...started, urls: { ...started.urls, stream: `${provider.url}/stream` } }),
      );
    } else if (wantsStream(request) || headers.accept === 'text/event-stream') {
      response.writeHead(200, { 'content-type': answers.streamType });
      response.end(readFixture(answers.stream));
    } else if (answers.raw !== null && /\/(generate|completions)$/.test(path) && !/chat/.test(path)) {
      sendJson(response, answers.raw);
    } else {
      sendJson(response, answers.calls !== null && Object(body).tools ? answers.calls : answers.whole);
    }
  });
};
