import { z } from 'zod';
import type { HttpRequest, ProviderAccount, ProviderAdapter, TestReading, TestStep } from './adapter';

/*
 * https://docs.ollama.com/api, as answered by the server of github.com/ollama/ollama of 2026-08-21 (`api/types.go`,
 * `server/routes.go`).
 */

// `x:cloud` and `x:120b-cloud` are passed on to ollama.com (`internal/modelref`)
const CLOUD_MODEL = /:([^:/]*-)?cloud$/i;

export const isCloudModel = (model: string): boolean => CLOUD_MODEL.test(model);

// a local server takes no key; ollama.com and a proxy in front of a server do
export const ollamaHeaders = ({ apiKey }: ProviderAccount): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };

const versionSchema = z.object({ version: z.string() });

const tagsSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      // servers before 2026 do not tell
      capabilities: z.array(z.string()).nullish(),
    }),
  ),
});

const answerSchema = z.object({ done: z.literal(true) });

/** A name as the server completes it (`types/model/name.go`), which does not look at upper and lower case either. */
const fullName = (name: string): string => {
  const short = name.toLowerCase().replace(/^(registry\.ollama\.ai\/)?(library\/)?/, '');
  return /:[^/]*$/.test(short) ? short : `${short}:latest`;
};

/** An embedding model has other capabilities. */
const isAnswering = ({ capabilities }: { capabilities?: string[] | null }): boolean =>
  capabilities?.includes('completion') ?? true;

const readTags = (body: unknown, model: string): TestReading => {
  const { models } = tagsSchema.parse(body);
  const known = models.filter(isAnswering).map(({ name }) => name);
  const found = models.find(({ name }) => fullName(name) === fullName(model));
  if (!found) return { verdict: 'missing', known };
  return isAnswering(found) ? { verdict: 'unsure', known } : { verdict: 'unfit', known };
};

const chat = (account: ProviderAccount, body: Record<string, unknown>): TestStep => ({
  asks: 'run',
  request: {
    method: 'POST',
    url: `${account.endpoint}/api/chat`,
    headers: ollamaHeaders(account),
    // `shift` and the window as in a run, which would otherwise load the model a second time
    body: { stream: false, truncate: false, shift: false, ...body },
  },
  read(answer) {
    answerSchema.parse(answer);
    return { verdict: 'found' };
  },
});

/** A model of the cloud is not loaded here, and whether the account may use it shows only when it is asked something. */
const askCloud = (model: string, account: ProviderAccount): TestStep =>
  chat(account, { model, messages: [{ role: 'user', content: 'Hi' }], options: { num_predict: 16 } });

const get = (account: ProviderAccount, path: string): HttpRequest => ({
  method: 'GET',
  url: `${account.endpoint}${path}`,
  headers: ollamaHeaders(account),
  body: null,
});

const isCloudItself = ({ endpoint }: ProviderAccount): boolean =>
  URL.canParse(endpoint) && new URL(endpoint).hostname === 'ollama.com';

export const ollamaModels: Pick<ProviderAdapter, 'testSteps' | 'modelList' | 'missingAdvice'> = {
  testSteps(model, account, contextWindow) {
    const isThere: TestStep = {
      asks: 'server',
      request: get(account, '/api/version'),
      // a proxy may let only the requests of a run through
      provesNothing: (status) => status === 404 || status === 405,
      read(body) {
        versionSchema.parse(body);
        return { verdict: 'unsure' };
      },
    };
    if (isCloudModel(model) || isCloudItself(account)) return [isThere, askCloud(model, account)];
    return [
      isThere,
      { asks: 'model', request: get(account, '/api/tags'), read: (body) => readTags(body, model) },
      // without messages it only loads the model, which is where a lack of memory shows
      chat(account, {
        model,
        messages: [],
        ...(contextWindow !== null && { options: { num_ctx: contextWindow } }),
      }),
    ];
  },

  modelList: {
    request: (account) => get(account, '/api/tags'),
    parse: (body) => ({
      models: tagsSchema
        .parse(body)
        .models.filter(isAnswering)
        // how much fits is decided by the server when it loads the model
        .map(({ name }) => ({ id: name.replace(/:latest$/, ''), label: null, context_window: null })),
      after: null,
    }),
  },

  missingAdvice: (model) => `Fetch it on that server with: ollama pull ${model}`,
};
