import type { ServerResponse } from 'node:http';
import { withoutNeighbours } from '../../server/src/engine/neighbours';
import type { Neighbours } from '../../server/src/engine/neighbours';
import { createReuse } from '../../server/src/engine/reuse';
import type { ToolDefinitionInput } from '../../server/src/engine/tool-definition';
import { createResultMemory } from '../../server/src/stores/result-memory';
import { createTestSite, summarizer } from './execute';
import type { TestSite } from './execute';
import type { FakeProvider } from './fake-provider';

/** A chat completion as a provider answers it; its text differs from one to the next. */
export const completion = (text: string, finish_reason = 'stop', message = {}) => ({
  id: 'c',
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: text, ...message }, finish_reason }],
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
});

/** The same as a stream. */
export const events = (words: string[]): string[] => [
  ...words.map((content) => chunk([{ index: 0, delta: { content } }])),
  chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
  chunk([], { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }),
  'data: [DONE]\n\n',
];
const chunk = (choices: unknown[], usage?: unknown): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices, usage })}\n\n`;

/** Answers each request with a text that counts them. */
export const answerCounted = (server: FakeProvider): void =>
  server.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion(`answer ${server.requests.length}`)));
  });

/** Leaves requests unanswered until the test answers them; those that were broken off are counted. */
export const holdRequests = (server: FakeProvider) => {
  const held: ServerResponse[] = [];
  const seen = { brokenOff: 0 };
  server.answer((_request, response) => {
    held.push(response);
    response.once('close', () => {
      if (!response.writableFinished) seen.brokenOff += 1;
    });
  });
  return { held, seen };
};

export const untilTrue = async (isTrue: () => boolean | Promise<boolean>, withinMs = 5000): Promise<void> => {
  const deadline = Date.now() + withinMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};

export interface CachedSite extends TestSite {
  /** moves the cache's clock */
  pass(milliseconds: number): void;
  forget(slug: string | null): void;
}

const opened = new Set<TestSite>();

export const closeCachedSites = (): void => {
  for (const site of opened) site.close();
  opened.clear();
};

/** The engine with a cache, on a provider that the test plays. */
export const createCachedSite = (
  server: { url: string },
  {
    tool = {},
    tools,
    provider = {},
    neighbours = withoutNeighbours,
    more = {},
  }: {
    tool?: Partial<ToolDefinitionInput>;
    tools?: ToolDefinitionInput[];
    provider?: Record<string, unknown>;
    neighbours?: Neighbours;
    more?: Record<string, Record<string, unknown>>;
  } = {},
): CachedSite => {
  let time = 0;
  const memory = createResultMemory(1_000_000, () => time);
  const { reuse, forget } = createReuse({ memory, neighbours });
  const site = createTestSite({
    tools: tools ?? [summarizer({ provider: 'local', cache_duration: 60, ...tool })],
    providers: {
      local: { kind: 'openai-compatible', endpoint: server.url, model: 'm', ...provider },
      ...more,
    },
    withoutBreakers: true,
    reuse,
  });
  opened.add(site);
  return {
    ...site,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    forget: (slug) => {
      memory.forget(slug);
      forget(slug);
    },
  };
};
