import type { ProviderChanges } from './providers';

/** Why a connection test failed, told apart by what the person has to do next. */
export type ConnectionFailure =
  /** no endpoint or no key yet; the message says where to set it */
  | 'not_configured'
  /** refused, broken off, no such host, no valid certificate */
  | 'connection_failed'
  /** on a private network that the site does not allow, or an address that nothing is ever sent to */
  | 'endpoint_not_allowed'
  | 'wrong_key'
  | 'model_not_found'
  | 'out_of_memory'
  /** no answer within the time that the test allows */
  | 'slow'
  /** something answered that is not this API */
  | 'unexpected_answer'
  /** the provider has a fault of its own: overloaded, loading, no credit */
  | 'provider_failed';

export type ConnectionResult =
  | {
      ok: true;
      /** one sentence, for the green message */
      message: string;
      model: string;
      latency_ms: number;
      /** tokens, as the provider tells; null when it does not */
      context_window: number | null;
      /** such as a model that is about to be switched off */
      warnings: string[];
    }
  | {
      ok: false;
      failure: ConnectionFailure;
      /** what happened and what to do next */
      message: string;
      /** the nearest models that the provider has; with `model_not_found` */
      suggestions: string[];
      /** how long it took to fail */
      latency_ms: number;
    };

/** A model as a provider lists it. */
export interface ListedModel {
  id: string;
  /** null where the provider gives none */
  label: string | null;
  /** tokens; null where the provider does not tell */
  context_window: number | null;
}

/** POST /ai-tools/providers/:id/test. A test that fails is an answer too: its status is 200. */
export declare namespace TestConnection {
  interface Params {
    id: string;
  }
  /** what has been typed and not saved; `{}` tests what is in force */
  type Request = ProviderChanges;
  interface Response {
    data: ConnectionResult;
  }
}

/** POST /ai-tools/providers/:id/models. POST, because what has been typed and not saved holds a key. */
export declare namespace ListModels {
  interface Params {
    id: string;
  }
  type Request = ProviderChanges;
  interface Response {
    data: {
      models: ListedModel[];
      /** why there is no list, and what to do; null when there is one */
      problem: string | null;
    };
  }
}
