import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestSite, errorOf, summarizer, textOf } from '../../support/execute';
import type { TestSite } from '../../support/execute';
import { readFixture, startFakeProvider } from '../../support/fake-provider';
import type { FakeProvider } from '../../support/fake-provider';

const INPUTS = { content: 'Strapi is a CMS.' };
const COMPLETION = readFixture('openai/completion.json');
const SSE = 'text/event-stream';

let provider: FakeProvider;
let site: TestSite;

beforeEach(async () => {
  provider = await startFakeProvider();
  const server = { api_key: 'test-key', endpoint: provider.url, timeout_ms: 20_000 };
  site = createTestSite({
    providers: { openai: server, anthropic: server, google: server, ollama: server },
    tools: [
      summarizer({ name: 'openai', provider: 'openai' }),
      summarizer({ name: 'anthropic', provider: 'anthropic', method: 'messages' }),
      summarizer({ name: 'google', provider: 'google', method: 'generateContent' }),
      summarizer({ name: 'ollama', provider: 'ollama', method: 'chat' }),
    ],
  });
});
afterEach(async () => {
  site.close();
  await provider.stop();
});

/** Answers with a stream, and tells which connections it came through. */
const answerStream = (type: string, write: (response: ServerResponse) => void): Set<number | undefined> => {
  const ports = new Set<number | undefined>();
  provider.answer((_request, response) => {
    ports.add(response.socket?.remotePort);
    response.writeHead(200, { 'content-type': type });
    write(response);
  });
  return ports;
};

const stream = (slug: string, onChunk = () => {}) => site.execute(slug, INPUTS, { onChunk });

test('calls one after the other share a connection', async () => {
  const ports = new Set<number | undefined>();
  provider.answer((_request, response) => {
    ports.add(response.socket?.remotePort);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(COMPLETION);
  });
  for (let call = 0; call < 5; call += 1) textOf(await site.execute('openai', INPUTS));
  expect(ports.size).toBe(1);
});

test.each([
  ['openai', SSE, readFixture('openai/stream.txt')],
  ['anthropic', SSE, readFixture('anthropic/stream.txt')],
  ['google', SSE, readFixture('google/stream.txt')],
  ['ollama', 'application/x-ndjson', readFixture('ollama/stream.txt')],
])('so do streamed calls: %s', async (slug, type, text) => {
  const ports = answerStream(type, (response) => {
    // the end of the message comes in a packet of its own, after the end marker
    response.write(text, () => setTimeout(() => response.end(), 20));
  });
  for (let call = 0; call < 5; call += 1) {
    textOf(await stream(slug));
    await pause(100);
  }
  // not 1: on a busy machine a call may start before the connection of the last one is free
  expect(ports.size).toBeLessThan(5);
});

test('kept connections that the provider has given up meanwhile are no outage: the calls are sent anew', async () => {
  const kept = new Set<number | undefined>();
  const answerOn = (ports: Set<number | undefined> | null) => {
    provider.answer((_request, response) => {
      const port = response.socket?.remotePort;
      if (ports?.has(port)) return response.socket?.destroy();
      kept.add(port);
      response.writeHead(200, { 'content-type': 'application/json' }).end(COMPLETION);
    });
  };
  const callAtOnce = () => Promise.all(Array.from({ length: 8 }, () => site.execute('openai', INPUTS)));

  answerOn(null);
  for (const answer of await callAtOnce()) textOf(answer);
  expect(kept.size).toBe(8);
  answerOn(new Set(kept));
  for (const answer of await callAtOnce()) textOf(answer);
  // nor is the provider left alone afterwards, as one that fails again and again
  textOf(await site.execute('openai', INPUTS));
});

test('a provider that does not close a stream after its end marker delays no answer, and loses its connection', async () => {
  const order: string[] = [];
  answerStream(SSE, (response) => {
    response.once('close', () => order.push('connection closed'));
    response.write(readFixture('openai/stream.txt'));
  });
  expect(textOf(await stream('openai'))).toBe('Grüße, 世界');
  order.push('answered');
  await provider.untilConnections(0);
  expect(order).toEqual(['answered', 'connection closed']);
});

test('a provider that goes on and on after its end marker is cut off', async () => {
  let sent = 0;
  answerStream(SSE, (response) => {
    const chunk = Buffer.alloc(64 * 1024, 'data: {}\n\n');
    const write = () => {
      while (!response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
    };
    response.write(readFixture('openai/stream.txt'), () => setTimeout(write, 20));
  });
  expect(textOf(await stream('openai'))).toBe('Grüße, 世界');
  await provider.untilConnections(0);
  expect(sent).toBeLessThan(20 * 1024 * 1024);
});

test('a reset after the end marker costs nothing', async () => {
  answerStream(SSE, (response) => {
    response.write(readFixture('openai/stream.txt'), () => setTimeout(() => response.socket?.destroy(), 20));
  });
  expect(textOf(await stream('openai'))).toBe('Grüße, 世界');
  await provider.untilConnections(0);
  expect(textOf(await stream('openai'))).toBe('Grüße, 世界');
});

describe('a stream that is given up takes its connection along, though it has fallen silent', () => {
  test('when it brought an error', async () => {
    answerStream(SSE, (response) => void response.write('data: {"error":{"message":"x"}}\n\n'));
    errorOf(await stream('openai'));
    await provider.untilConnections(0);
  });

  test('when its reader failed', async () => {
    answerStream(
      SSE,
      (response) => void response.write('data: {"choices":[{"delta":{"content":"Half"}}]}\n\n'),
    );
    const answer = await stream('openai', () => {
      throw new Error('consumer broke');
    });
    expect(errorOf(answer).code).toBe('internal_error');
    await provider.untilConnections(0);
  });
});
