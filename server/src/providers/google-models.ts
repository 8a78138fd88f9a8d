import { z } from 'zod';
import type { ProviderAccount, ProviderAdapter } from './adapter';

/*
 * https://ai.google.dev/api/models, as declared by the `@google/genai` package 3.1.0.
 */

// the most that one page holds; the default is 50
const PAGE_SIZE = 1000;

const modelSchema = z.object({
  name: z.string(),
  displayName: z.string().nullish(),
  inputTokenLimit: z.number().nullish(),
  supportedGenerationMethods: z.array(z.string()).nullish(),
});

const listSchema = z.object({
  // a page may be empty, and then has no such field
  models: z.array(modelSchema).default([]),
  nextPageToken: z.string().nullish(),
});

/** Embedding, image and speech models stand in the same list. */
const isAnswering = ({ supportedGenerationMethods: methods }: z.infer<typeof modelSchema>): boolean =>
  methods?.includes('generateContent') ?? true;

/** Google's list of models spells them `models/<id>`, so that is what gets pasted. */
export const googleModelId = (model: string): string => model.replace(/^models\//, '');

/** Never as `?key=`: addresses are written to logs. */
export const googleHeaders = ({ apiKey }: ProviderAccount): Record<string, string> => ({
  'x-goog-api-key': apiKey ?? '',
});

export const googleModels: Pick<ProviderAdapter, 'testSteps' | 'modelList'> = {
  testSteps: (model, account) => [
    {
      asks: 'model',
      request: {
        method: 'GET',
        url: `${account.endpoint}/models/${encodeURIComponent(googleModelId(model))}`,
        headers: googleHeaders(account),
        body: null,
      },
      read(body) {
        const found = modelSchema.parse(body);
        return {
          verdict: isAnswering(found) ? 'found' : 'unfit',
          contextWindow: found.inputTokenLimit ?? null,
        };
      },
    },
  ],

  modelList: {
    request: (account, after) => ({
      method: 'GET',
      url: `${account.endpoint}/models?pageSize=${PAGE_SIZE}${after === null ? '' : `&pageToken=${encodeURIComponent(after)}`}`,
      headers: googleHeaders(account),
      body: null,
    }),
    parse(body) {
      const { models, nextPageToken } = listSchema.parse(body);
      return {
        models: models.filter(isAnswering).map(({ name, displayName, inputTokenLimit }) => ({
          id: googleModelId(name),
          label: displayName ?? null,
          context_window: inputTokenLimit ?? null,
        })),
        after: nextPageToken || null,
      };
    },
  },
};
