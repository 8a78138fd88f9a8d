import http from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface FakeProvider {
  url: string;
  /** every request so far, oldest first */
  requests: SeenRequest[];
  /** how the next requests are answered */
  answer(respond: (request: SeenRequest, response: ServerResponse) => void): void;
  /** answers with a JSON body, an object or the text of one */
  answerJson(body: unknown, status?: number, headers?: Record<string, string>): void;
  /** answers with a stream, each byte in a packet of its own: every character and every event is torn apart */
  answerTorn(bytes: Buffer, contentType: string): void;
  /** waits until so many connections are open */
  untilConnections(count: number): Promise<void>;
  stop(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? null : JSON.parse(text);
};

/** A provider's API as a plain HTTP server on a free port, which keeps what it was sent. */
export const startFakeProvider = async (): Promise<FakeProvider> => {
  const requests: SeenRequest[] = [];
  let respond: (request: SeenRequest, response: ServerResponse) => void = (_request, response) => {
    response.writeHead(500).end();
  };

  const server = http.createServer((request, response) => {
    void readBody(request).then(
      (body) => {
        const seen = {
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          body,
        };
        requests.push(seen);
        respond(seen, response);
      },
      // who hangs up in the middle of a body is answered nothing
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (next) => {
      respond = next;
    },
    answerJson: (body, status = 200, headers = {}) => {
      respond = (_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      };
    },
    answerTorn: (bytes, contentType) => {
      respond = (_request, response) => {
        response.writeHead(200, { 'content-type': contentType });
        void (async () => {
          for (const byte of bytes) {
            response.write(Buffer.from([byte]));
            await new Promise(setImmediate);
          }
          response.end();
        })();
      };
    },
    untilConnections: async (wanted) => {
      const count = promisify(server.getConnections.bind(server));
      for (let open = await count(); open !== wanted; open = await count()) {
        if (!server.listening) throw new Error(`${open} connections were open, and not ${wanted}`);
        await pause(5);
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** A recorded payload, such as `openai/completion.json`. */
export const readFixture = (name: string): string =>
  readFileSync(path.join(__dirname, '../fixtures', name), 'utf8');
