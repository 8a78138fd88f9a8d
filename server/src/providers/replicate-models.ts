import { z } from 'zod';
import type { HttpRequest, ProviderAccount, ProviderAdapter, TestStep } from './adapter';

/*
 * https://replicate.com/docs/reference/http, as spoken by the `replicate` package 1.4.0 of 2025-12-25
 * (`lib/accounts.js`, `lib/models.js`).
 */

const VERSION = /^[0-9a-f]{64}$/;

export const replicateHeaders = (account: ProviderAccount): Record<string, string> => ({
  authorization: `Bearer ${account.apiKey}`,
});

/** `owner/name` is a model that Replicate runs; every other one is named by the version behind it. */
export const parseReplicateModel = (model: string): { path: string; version?: string } => {
  const [name = '', version = VERSION.test(name) ? name : undefined] = model.split(':');
  const path = VERSION.test(name) ? '' : `/models/${name.split('/').map(encodeURIComponent).join('/')}`;
  return { path, ...(version !== undefined && { version }) };
};

const accountSchema = z.object({ username: z.string() });
const modelSchema = z.object({
  name: z.string(),
  is_official: z.boolean().nullish(),
  latest_version: z.object({ id: z.string() }).nullish(),
});
const versionSchema = z.object({ id: z.string() });

const get = (account: ProviderAccount, path: string): HttpRequest => ({
  method: 'GET',
  url: `${account.endpoint}${path}`,
  headers: replicateHeaders(account),
  body: null,
});

const warnOf = (model: string, { is_official, latest_version }: z.infer<typeof modelSchema>): string[] =>
  is_official === false
    ? [
        `Replicate runs only its official models by name. Name this one with its version: ${model}:${latest_version?.id ?? '…'}`,
      ]
    : [];

/** Public models are shown with any key, so that the key is asked for first. */
const findAccount = (account: ProviderAccount, isLast: boolean): TestStep => ({
  asks: 'server',
  request: get(account, '/account'),
  read(body) {
    accountSchema.parse(body);
    if (!isLast) return { verdict: 'unsure' };
    return {
      verdict: 'found',
      warnings: ['A version without its model cannot be looked up: only a run shows it.'],
    };
  },
});

/** The lack of a payment method shows only when a prediction is made. */
export const replicateModels: Pick<ProviderAdapter, 'testSteps' | 'modelList'> = {
  testSteps(model, account) {
    const { path, version } = parseReplicateModel(model);
    if (path === '') return [findAccount(account, true)];
    return [
      findAccount(account, false),
      {
        asks: 'model',
        request: get(
          account,
          version === undefined ? path : `${path}/versions/${encodeURIComponent(version)}`,
        ),
        read(body) {
          if (version === undefined)
            return { verdict: 'found', warnings: warnOf(model, modelSchema.parse(body)) };
          versionSchema.parse(body);
          return { verdict: 'found' };
        },
      },
    ];
  },

  // thousands of public models of all sorts, page by page: nothing to choose from
  modelList: null,
};
