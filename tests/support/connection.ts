import type { ConnectionResult, ListedModel } from '../../contracts/connection';
import { listModels } from '../../server/src/engine/list-models';
import type { Provider } from '../../server/src/engine/provider';
import { readProviderFields } from '../../server/src/engine/provider-fields';
import { settleProviders } from '../../server/src/engine/settle-providers';
import { testConnection } from '../../server/src/engine/test-connection';
import { ADAPTERS, PROVIDER_KINDS } from '../../server/src/providers/registry';
import { createTransport } from '../../server/src/providers/transport';
import type { FakeProvider } from './fake-provider';

export interface Connection {
  test(options?: {
    quickTimeoutMs?: number;
    slowStartMs?: number;
    signal?: AbortSignal;
  }): Promise<ConnectionResult>;
  list(): Promise<ListedModel[]>;
  provider: Provider;
  close(): void;
}

/** One provider with the real transport, as its settings page tests it. */
export const connectionTo = (
  kind: string,
  fields: Record<string, unknown>,
  {
    id = kind,
    allowPrivateEndpoints = PROVIDER_KINDS,
  }: { id?: string; allowPrivateEndpoints?: readonly string[] } = {},
): Connection => {
  const outcome = readProviderFields(
    id,
    { kind, ...fields },
    { adapters: ADAPTERS, privateEndpointKinds: PROVIDER_KINDS },
  );
  if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults));
  const provider = settleProviders({
    adapters: ADAPTERS,
    stored: new Map(),
    configured: { [id]: outcome.fields },
    constants: {},
    decrypt: () => null,
    privateEndpointKinds: allowPrivateEndpoints,
    prices: {},
  }).get(id);
  if (!provider) throw new Error(`no provider ${id}`);
  const { send, close } = createTransport();
  return {
    test: (options = {}) => testConnection(provider, { send, now: Date.now, ...options }),
    list: () => listModels(provider, { send, now: Date.now }),
    provider,
    close,
  };
};

/** What is answered to `GET /path` or `POST /path`: a body with status 200, or a status with its body. */
export type Routes = Record<string, unknown | [number, unknown]>;

/** Answers each request by its method and path; a path that is not there is a 404 in plain text. */
export const answerByPath = (server: FakeProvider, routes: Routes): void =>
  server.answer(({ method, path }, response) => {
    const route = routes[`${method} ${path}`];
    const [status, body] =
      route === undefined ? [404, '404 page not found'] : Array.isArray(route) ? route : [200, route];
    response.writeHead(status, {
      'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

/** The requests so far, as `GET /path`. */
export const pathsOf = (server: FakeProvider): string[] =>
  server.requests.map(({ method, path }) => `${method} ${path}`);
