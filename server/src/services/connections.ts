import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { LRUCache } from 'lru-cache';
import type { ConnectionResult, ListModels, ListedModel } from '../../../contracts/connection';
import { toValidationError } from '../document-rules/validation-error';
import { toConnectionRow } from '../engine/connection-row';
import { settleDraft } from '../engine/draft-provider';
import { listModels } from '../engine/list-models';
import type { Provider } from '../engine/provider';
import type { UncheckedFields } from '../engine/provider-change';
import { THIS_SITE } from '../engine/run';
import type { Caller } from '../engine/run';
import { testConnection } from '../engine/test-connection';
import { ToolError } from '../engine/tool-error';
import type { Transport } from '../providers/transport';
import { getService } from './get-service';

/** Long enough to open a form twice, short enough for a model that has just been installed. */
const LISTS_AGE_MS = 60_000;
const MAX_LISTS = 200;

/** Tries providers out: as they are, or as they would be with what somebody has typed and not saved. */
export const createConnectionsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const lists = new LRUCache<string, Promise<ListedModel[]>>({ max: MAX_LISTS, ttl: LISTS_AGE_MS });
  // the list of one key is not another's, and memory is no place for keys
  const digestKey = randomBytes(32);

  const { send } = getService(strapi, 'transport');

  const settle = async (id: string, typed: UncheckedFields) => {
    const draft = settleDraft(id, typed, await getService(strapi, 'providers').readSources());
    if ('faults' in draft) throw toValidationError('The provider cannot be tried.', draft.faults);
    return draft;
  };

  const listKey = ({ id, adapter, account }: Provider): string => {
    const digest = createHmac('sha256', digestKey)
      .update(account.apiKey ?? '')
      .digest('base64');
    return JSON.stringify([id, adapter.kind, account.endpoint, digest]);
  };

  /** Requests that arrive together share one list; a failure is nobody's but theirs. */
  const listOnce = (provider: Provider): Promise<ListedModel[]> => {
    const key = listKey(provider);
    const known = lists.get(key);
    if (known) return known;
    const list = listModels(provider, { send, now: Date.now });
    lists.set(key, list);
    list.catch(() => {
      if (lists.peek(key) === list) lists.delete(key);
    });
    return list;
  };

  return {
    /**
     * Sends a small request to a provider and says what came of it. `typed` is what has been typed and not saved;
     * a stored key goes to no other host than its own. Throws the host's ValidationError when it could not be
     * saved like this, and nothing else: a test that fails is an answer.
     *
     * @example
     * const result = await strapi.plugin('ai-tools').service('connections').test('openai');
     * if (!result.ok) strapi.log.warn(result.message);
     */
    test: async (
      id: string,
      typed: UncheckedFields = {},
      { signal, caller = THIS_SITE }: { signal?: AbortSignal; caller?: Caller } = {},
    ): Promise<ConnectionResult> => {
      const draft = await settle(id, typed);
      let requests = 0;
      const counting: Transport = (...request) => {
        requests += 1;
        return send(...request);
      };
      const result: ConnectionResult =
        'refusal' in draft
          ? { ok: false, ...draft.refusal, suggestions: [], latency_ms: 0 }
          : await testConnection(draft.provider, { send: counting, now: Date.now, signal });
      await getService(strapi, 'logs').record(
        toConnectionRow(
          {
            requestId: randomUUID(),
            providerId: id,
            model: 'refusal' in draft ? null : draft.provider.model,
            caller,
            requests,
            isCancelled: signal?.aborted ?? false,
          },
          result,
        ),
      );
      return result;
    },

    /**
     * The models that a provider offers, or why there is no list. A list is remembered for a minute, and until a
     * provider changes.
     *
     * @example
     * const { models, problem } = await strapi.plugin('ai-tools').service('connections').listModels('ollama');
     */
    listModels: async (id: string, typed: UncheckedFields = {}): Promise<ListModels.Response['data']> => {
      const draft = await settle(id, typed);
      if ('refusal' in draft) return { models: [], problem: draft.refusal.message };
      try {
        return { models: await listOnce(draft.provider), problem: null };
      } catch (error) {
        if (error instanceof ToolError) return { models: [], problem: error.message };
        throw error;
      }
    },

    forget: (): void => {
      lists.clear();
    },
  };
};
