import { z } from 'zod';
import type { HttpRequest, ProviderAccount, ProviderAdapter, TestReading, TestStep } from './adapter';
import { parseChatResponse } from './openai-chat';
import { shortestCall } from './shortest-call';

/*
 * What the lists of OpenAI-compatible servers have in common, and what some of them tell beyond that. There may be no
 * list at all, what is in it may not be all there is (Azure's deployments are not), and it proves nothing about a key:
 * llama.cpp (`tools/server/server-http.cpp`) and OpenRouter show theirs to anybody. So a short answer decides.
 */

const modelSchema = z.object({
  id: z.string(),
  name: z.string().nullish().catch(null),
  owned_by: z.string().nullish().catch(null),
  // vLLM
  max_model_len: z.number().nullish().catch(null),
  // OpenRouter
  context_length: z.number().nullish().catch(null),
  // Groq
  context_window: z.number().nullish().catch(null),
  // llama.cpp; `n_ctx_train` beside it is what the model was trained for, not what the server was started with
  meta: z.object({ n_ctx: z.number().nullish() }).nullish().catch(null),
  // llama.cpp as a router of several models
  status: z.unknown().optional(),
});

type Model = z.infer<typeof modelSchema>;

// Together's is a bare array
const listSchema = z.union([
  z.object({ data: z.array(modelSchema) }).transform(({ data }) => data),
  z.array(modelSchema),
]);

const windowOf = ({ max_model_len, context_length, context_window, meta }: Model): number | null =>
  max_model_len ?? context_length ?? context_window ?? meta?.n_ctx ?? null;

/** llama.cpp with one model does not look at the name in a request; as a router it tells the status of each. */
const takesAnyName = ({ owned_by, status }: Model): boolean =>
  owned_by === 'llamacpp' && status === undefined;

const readList = (body: unknown, model: string): TestReading => {
  const models = listSchema.parse(body);
  const found = models.find(({ id }) => id === model) ?? models.find(takesAnyName);
  return {
    verdict: 'unsure',
    known: models.map(({ id }) => id),
    contextWindow: found ? windowOf(found) : null,
  };
};

export const openaiCompatibleHeaders = ({ apiKey }: ProviderAccount): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };

const chat = (model: string, account: ProviderAccount): TestStep => {
  const { prompt, parameters } = shortestCall('chat/completions', model);
  return {
    asks: 'run',
    request: {
      method: 'POST',
      url: `${account.endpoint}/chat/completions`,
      headers: openaiCompatibleHeaders(account),
      body: { model, messages: [{ role: 'user', content: prompt }], max_tokens: parameters.max_tokens },
    },
    read(body) {
      parseChatResponse(body);
      return { verdict: 'found' };
    },
  };
};

const listRequest = (account: ProviderAccount): HttpRequest => ({
  method: 'GET',
  url: `${account.endpoint}/models`,
  headers: openaiCompatibleHeaders(account),
  body: null,
});

export const openaiCompatibleModels: Pick<
  ProviderAdapter,
  'testSteps' | 'modelList' | 'usualEndpointEnding'
> = {
  testSteps: (model, account) => [
    {
      asks: 'server',
      // llama.cpp and vLLM have it at the root of the server, and want no key for it
      request: { method: 'GET', url: new URL('/health', account.endpoint).href, headers: {}, body: null },
      // 503 is a model that is still being loaded; who does not know the path says nothing by that
      provesNothing: (status) => status !== 503,
      read: () => ({ verdict: 'unsure' }),
    },
    {
      asks: 'model',
      request: listRequest(account),
      // no list, or none for this key
      provesNothing: (status) => [400, 403, 404, 405, 501].includes(status),
      read: (body) => readList(body, model),
    },
    chat(model, account),
  ],

  modelList: {
    request: listRequest,
    parse: (body) => ({
      models: listSchema.parse(body).map((model) => ({
        id: model.id,
        label: model.name && model.name !== model.id ? model.name : null,
        context_window: windowOf(model),
      })),
      after: null,
    }),
  },

  usualEndpointEnding: '/v1',
};
