import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { startFakeProvider } from '../support/fake-provider';
import type { FakeProvider, SeenRequest } from '../support/fake-provider';
import { VENDORS, answerLike } from '../support/vendor-doubles';
import { NONCE, SECRET_TOOL } from './canaries';

export interface ProviderUrls {
  /** of a server that does at /mode/v1 what {@link MODES} says */
  local: string;
  vendors: Record<string, string>;
}

/** Longer than the site waits for it. */
const SLOW_MS = 1500;

/** What models say is nobody's to trust. */
const ANSWERS = [
  'About otters.',
  '<script>alert(1)</script>\u202e',
  'a\0b\u2028',
  '\r\nSet-Cookie: a=b',
  '[ai_summary] {{content}} {% raw %}',
  '{"a":'.repeat(200),
  'long '.repeat(3000),
];

const pick = (prompt: string): string =>
  ANSWERS[(createHash('sha1').update(prompt).digest()[0] ?? 0) % ANSWERS.length] ?? '';

const promptOf = (body: unknown): string => {
  const { messages, prompt } = Object(body);
  return Array.isArray(messages)
    ? messages.map((message: unknown) => String(Object(message).content)).join('\n')
    : String(prompt);
};

const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

const completion = (message: object, finish_reason = 'stop', more = {}) => ({
  id: 'x',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
  usage: USAGE,
  ...more,
});

const stream = (response: ServerResponse, events: readonly unknown[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end('data: [DONE]\n\n');
};

const say = (request: SeenRequest, response: ServerResponse, text: string): void => {
  if (/\/completions$/.test(request.path) && !/chat/.test(request.path)) {
    const body = { id: 'x', object: 'text_completion', created: 0, model: 'm', usage: USAGE };
    return sendJson(response, 200, { ...body, choices: [{ index: 0, text, finish_reason: 'stop' }] });
  }
  if (Object(request.body).stream !== true) return sendJson(response, 200, completion({ content: text }));
  const half = Math.floor(text.length / 2);
  stream(response, [
    {
      id: 'x',
      model: 'm',
      choices: [{ index: 0, delta: { role: 'assistant', content: text.slice(0, half) } }],
    },
    {
      id: 'x',
      model: 'm',
      choices: [{ index: 0, delta: { content: text.slice(half) }, finish_reason: 'stop' }],
    },
    { id: 'x', model: 'm', choices: [], usage: USAGE },
  ]);
};

const CALL = { id: 'c', type: 'function', function: { name: 'get_weather', arguments: '{"place":"Rome"' } };

/** Says again what it was asked with, as some do: the key too. */
const complain = (status: number, code: string) => (request: SeenRequest, response: ServerResponse) =>
  sendJson(response, status, {
    error: {
      message: `Refused: ${request.headers.authorization} ${JSON.stringify(request.headers)} at Object.<anonymous> (/app/server.js:10:11)`,
      code,
      type: code,
    },
  });

const MODES: Record<string, (request: SeenRequest, response: ServerResponse) => void> = {
  ok: (request, response) => {
    const prompt = promptOf(request.body);
    say(request, response, [pick(prompt), ...(prompt.match(NONCE) ?? [])].join(' '));
  },
  secret: (request, response) => say(request, response, SECRET_TOOL.answer),
  json: (request, response) => {
    const prompt = promptOf(request.body);
    say(request, response, prompt.length % 3 === 0 ? 'no JSON' : JSON.stringify({ title: pick(prompt) }));
  },
  calls: (request, response) => {
    if (Object(request.body).stream !== true) {
      return sendJson(response, 200, completion({ content: null, tool_calls: [CALL] }, 'tool_calls'));
    }
    stream(response, [
      {
        choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...CALL }] }, finish_reason: 'tool_calls' }],
      },
    ]);
  },
  error: complain(500, 'server_error'),
  busy: (_request, response) =>
    sendJson(
      response,
      429,
      { error: { message: 'Busy', code: 'rate_limit_exceeded' } },
      { 'retry-after': '1' },
    ),
  unauthorized: complain(401, 'invalid_api_key'),
  'no-model': complain(404, 'model_not_found'),
  'too-long': complain(400, 'context_length_exceeded'),
  html: (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><body>Welcome</body></html>');
  },
  cut: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"choices":[{"mess', () => response.destroy());
  },
  slow: (_request, response) => {
    setTimeout(() => response.destroy(), SLOW_MS).unref();
  },
  refuse: (_request, response) => sendJson(response, 200, completion({ content: '' }, 'content_filter')),
  empty: (_request, response) => sendJson(response, 200, completion({ content: '' })),
  weird: (request, response) =>
    sendJson(
      response,
      200,
      completion({ content: [{ type: 'text', text: 'x' }] }, 'nonsense', {
        id: 7,
        model: null,
        usage: { prompt_tokens: -1, completion_tokens: 1e300, total_tokens: request.headers },
      }),
    ),
  redirect: (_request, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest' });
    response.end();
  },
  'hidden-error': (request, response) =>
    sendJson(response, 200, { error: { message: `boom ${request.headers.authorization}` } }),
};

const MODELS = { object: 'list', data: [{ id: 'm', object: 'model' }, { id: 'n' }] };

/** As many bytes of requests as anybody looks at are none. */
const forgetRequests = (providers: readonly FakeProvider[]): void => {
  for (const { requests } of providers) requests.length = 0;
};

export interface FuzzProviders {
  urls: ProviderUrls;
  forget(): void;
  stop(): Promise<void>;
}

/** Every provider that the site has, played over connections. */
export const startProviders = async (): Promise<FuzzProviders> => {
  const local = await startFakeProvider();
  local.answer((request, response) => {
    const mode = request.path.split('/')[1] ?? '';
    const isHealthy = ['ok', 'secret', 'json', 'calls'].includes(mode);
    if (isHealthy && request.method === 'GET') return sendJson(response, 200, MODELS);
    const answer = Object.hasOwn(MODES, mode) ? MODES[mode] : MODES['no-model'];
    answer?.(request, response);
  });
  const vendors: Record<string, FakeProvider> = {};
  for (const kind of Object.keys(VENDORS)) {
    const provider = await startFakeProvider();
    answerLike(kind, provider);
    vendors[kind] = provider;
  }
  const all = [local, ...Object.values(vendors)];
  return {
    urls: {
      local: local.url,
      vendors: Object.fromEntries(Object.entries(vendors).map(([kind, { url }]) => [kind, url])),
    },
    forget: () => forgetRequests(all),
    stop: async () => {
      for (const provider of all) await provider.stop();
    },
  };
};
