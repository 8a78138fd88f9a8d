import { z } from 'zod';
import type { ProviderAccount, ProviderAdapter } from './adapter';

/*
 * https://docs.anthropic.com/en/api/models, as declared by the `@anthropic-ai/sdk` package 1.11.0 of 2026-11-19.
 * `max_input_tokens`, `retires_at` and `lifecycle` are recent: an answer without them is read as well.
 */

// the newer version 2026-10-21 takes no sampling fields for any model; the answers are the same
const API_VERSION = '2023-06-01';

// the most that one page holds; there are a few dozen models
const PAGE_SIZE = 1000;

const modelSchema = z.object({
  id: z.string(),
  display_name: z.string().nullish(),
  max_input_tokens: z.number().nullish(),
  // what this field looks like was not read, only that it is there: anything but words is passed over
  lifecycle: z.string().nullish().catch(null),
  retires_at: z.string().nullish().catch(null),
});

const listSchema = z.object({
  data: z.array(modelSchema),
  has_more: z.boolean().nullish(),
  last_id: z.string().nullish(),
});

const warnOf = ({ id, lifecycle, retires_at }: z.infer<typeof modelSchema>): string[] => {
  if (retires_at) return [`Anthropic retires ${id} on ${retires_at.slice(0, 10)}.`];
  return lifecycle && lifecycle !== 'active' ? [`Anthropic calls ${id} ${lifecycle}.`] : [];
};

export const anthropicHeaders = ({ apiKey }: ProviderAccount): Record<string, string> => ({
  'x-api-key': apiKey ?? '',
  'anthropic-version': API_VERSION,
});

export const anthropicModels: Pick<ProviderAdapter, 'testSteps' | 'modelList'> = {
  testSteps: (model, account) => [
    {
      asks: 'model',
      request: {
        method: 'GET',
        url: `${account.endpoint}/v1/models/${encodeURIComponent(model)}`,
        headers: anthropicHeaders(account),
        body: null,
      },
      read(body) {
        const found = modelSchema.parse(body);
        return { verdict: 'found', contextWindow: found.max_input_tokens ?? null, warnings: warnOf(found) };
      },
    },
  ],

  modelList: {
    request: (account, after) => ({
      method: 'GET',
      url: `${account.endpoint}/v1/models?limit=${PAGE_SIZE}${after === null ? '' : `&after_id=${encodeURIComponent(after)}`}`,
      headers: anthropicHeaders(account),
      body: null,
    }),
    parse(body) {
      const { data, has_more, last_id } = listSchema.parse(body);
      return {
        models: data.map(({ id, display_name, max_input_tokens }) => ({
          id,
          label: display_name ?? null,
          context_window: max_input_tokens ?? null,
        })),
        after: has_more ? (last_id ?? data.at(-1)?.id ?? null) : null,
      };
    },
  },
};
