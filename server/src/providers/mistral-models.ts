import { z } from 'zod';
import type { ListedModel } from '../../../contracts/connection';
import type { ProviderAccount, ProviderAdapter } from './adapter';

/*
 * https://docs.mistral.ai/api (`/v1/models`), as declared by its openapi.yaml of 2026-08-21.
 */

const modelSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  max_context_length: z.number().nullish(),
  aliases: z.array(z.string()).nullish(),
  capabilities: z.object({ completion_chat: z.boolean().nullish() }),
  deprecation: z.string().nullish(),
  deprecation_replacement_model: z.string().nullish(),
});

type Model = z.infer<typeof modelSchema>;

const listSchema = z.object({ data: z.array(modelSchema) });

/** Models that complete code, classify, transcribe or read pages stand in the same list. */
const isAnswering = ({ capabilities }: Model): boolean => capabilities.completion_chat !== false;

const warnOf = ({ id, deprecation, deprecation_replacement_model: replacement }: Model): string[] => {
  if (!deprecation) return [];
  const instead = replacement ? ` Mistral names ${replacement} as its replacement.` : '';
  return [`${id} is deprecated from ${deprecation.slice(0, 10)} on.${instead}`];
};

const isMovingName = (id: string): boolean => id.endsWith('-latest');

/** A model stands in the list under each of its names: the one that moves on with the models is kept, or else the first. */
const withoutAliases = (models: Model[]): Model[] => {
  const byNames = new Map<string, Model>();
  for (const model of models) {
    const names = [...new Set([model.id, ...(model.aliases ?? [])])].sort().join(' ');
    const kept = byNames.get(names);
    if (!kept || (isMovingName(model.id) && !isMovingName(kept.id))) byNames.set(names, model);
  }
  return [...byNames.values()];
};

const toListed = ({ id, name, max_context_length }: Model): ListedModel => ({
  id,
  // for most models the name is the id, or another of its aliases
  label: name && name !== id ? name : null,
  context_window: max_context_length ?? null,
});

export const mistralHeaders = ({ apiKey }: ProviderAccount): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
});

export const mistralModels: Pick<ProviderAdapter, 'testSteps' | 'modelList'> = {
  testSteps: (model, account) => [
    {
      asks: 'model',
      request: {
        method: 'GET',
        url: `${account.endpoint}/v1/models/${encodeURIComponent(model)}`,
        headers: mistralHeaders(account),
        body: null,
      },
      read(body) {
        const found = modelSchema.parse(body);
        return {
          verdict: isAnswering(found) ? 'found' : 'unfit',
          contextWindow: found.max_context_length ?? null,
          warnings: warnOf(found),
        };
      },
    },
  ],

  modelList: {
    request: (account) => ({
      method: 'GET',
      url: `${account.endpoint}/v1/models`,
      headers: mistralHeaders(account),
      body: null,
    }),
    parse: (body) => ({
      models: withoutAliases(listSchema.parse(body).data.filter(isAnswering)).map(toListed),
      after: null,
    }),
  },
};
