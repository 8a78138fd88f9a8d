import type { ListedModel } from '../../../contracts/connection';
import type { ModelPage } from '../providers/adapter';
import { askProvider } from './ask-provider';
import type { AskOptions } from './ask-provider';
import { requireConfigured } from './provider';
import type { Provider } from './provider';
import { ToolError } from './tool-error';

const TIMEOUT_MS = 15_000;

/** Far above the longest list known, that of a gateway to all other providers. */
const MAX_MODELS = 2000;
const MAX_PAGES = 20;

// "gpt-4" before "gpt-10", and upper case among lower case
const { compare } = new Intl.Collator('en', { numeric: true });

/** Some servers have no list, and an endpoint that is mistyped has none either. */
const explain = (error: unknown, { id }: Provider): unknown => {
  const status = error instanceof ToolError ? error.facts.providerStatus : undefined;
  if (status !== 404 && status !== 405) return error;
  return new ToolError(
    'provider_error',
    `The provider "${id}" has no list of models there (status ${status}). Type the name of one, or check the endpoint.`,
    { providerStatus: status, cause: error },
  );
};

/**
 * The models of a provider that can answer a prompt, by name. Throws a ToolError that says why there is no list and
 * what to do.
 */
export const listModels = async (provider: Provider, options: AskOptions): Promise<ListedModel[]> => {
  requireConfigured(provider);
  const { adapter, account, id } = provider;
  const { modelList } = adapter;
  if (!modelList) {
    throw new ToolError(
      'provider_error',
      `The provider "${id}" has no list of models. Type the name of one as ${adapter.label} writes it, such as ${adapter.defaultModel}.`,
    );
  }

  const deadlineAt = options.now() + TIMEOUT_MS;
  const fetchPage = (after: string | null) =>
    askProvider(
      provider,
      {
        request: modelList.request(account, after),
        timeoutMs: Math.max(1, deadlineAt - options.now()),
        expected: 'a list of models',
        read: (body) => modelList.parse(body),
      },
      options,
    );

  const models = new Map<string, ListedModel>();
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES && models.size < MAX_MODELS; page += 1) {
    const answer: ModelPage | null = await fetchPage(after).catch((error: unknown) => {
      throw explain(error, provider);
    });
    for (const model of answer?.models ?? []) if (!models.has(model.id)) models.set(model.id, model);
    const next: string | null = answer?.after ?? null;
    // a server that knows nothing of pages sends the first one again and again
    if (next === null || next === after) break;
    after = next;
  }
  return [...models.values()].sort((one, other) => compare(one.id, other.id)).slice(0, MAX_MODELS);
};
