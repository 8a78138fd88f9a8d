import type { ErrorCode } from './errors';

/** Fields of a provider that can be stored; the specification's names. Null takes a stored value away. */
export interface ProviderFieldValues {
  kind: string | null;
  label: string | null;
  endpoint: string | null;
  model: string | null;
  max_tokens: number | null;
  temperature: number | null;
  top_p: number | null;
  top_k: number | null;
  system_instruction: string | null;
  prompt_template: string | null;
  /** tokens; wins over what the catalogue knows of the model */
  context_window: number | null;
  timeout_ms: number | null;
  enabled: boolean | null;
}

/** What somebody typed; a field that is left out stays as it is. */
export type ProviderChanges = Partial<ProviderFieldValues> & {
  /** in clear, on its way in; null removes the stored one. No answer ever holds it. */
  api_key?: string | null;
};

export type KeySource = 'constant' | 'config' | 'stored';

/** Whether a provider can be called, and if not, what is in the way; `needs_key` also when its key may not be used. */
export type ProviderState = 'ready' | 'switched_off' | 'needs_endpoint' | 'needs_key';

/** A run that a provider failed. */
export interface ProviderFailure {
  code: ErrorCode;
  message: string;
  /** ISO 8601 */
  at: string;
}

/** One provider of the site as its settings page needs it. */
export interface ProviderSettings {
  id: string;
  kind: string;
  label: string;
  /** what is in force, from code, settings and defaults */
  effective: ProviderFieldValues & { kind: string; label: string; model: string; timeout_ms: number };
  /** what is stored; null when nothing is */
  stored: ProviderFieldValues | null;
  /** fields that code has set: they cannot be edited */
  locked: string[];
  key: {
    needed: boolean;
    /** null when there is no key */
    source: KeySource | null;
    /** the name of the constant, with `source: 'constant'` */
    constant: string | null;
    /** the last four characters; null without a key, and for one that is too short to show any of it */
    last_four: string | null;
  };
  state: ProviderState;
  /** why it cannot be called, and what to do about it; null when it can */
  problem: string | null;
  /** its latest run, when that failed through the provider's fault, and is among the site's latest thousand */
  last_failure: ProviderFailure | null;
  /** whether it comes with the plugin, and cannot be deleted */
  built_in: boolean;
}

/** What a kind of provider can do. */
export interface ProviderKind {
  kind: string;
  label: string;
  methods: string[];
  needs_key: boolean;
  /** environment constants that are looked up for the key, in order */
  key_constants: string[];
  default_endpoint: string | null;
  default_model: string;
  /** methods that take a role-marker template */
  raw_methods: string[];
}

/** GET /ai-tools/providers */
export declare namespace FindProviders {
  interface Response {
    data: ProviderSettings[];
    kinds: ProviderKind[];
  }
}

/** PUT /ai-tools/providers/:id; makes the provider when there is none of this id */
export declare namespace UpdateProvider {
  interface Params {
    id: string;
  }
  type Request = ProviderChanges;
  interface Response {
    data: ProviderSettings;
  }
}

/** DELETE /ai-tools/providers/:id; one that comes with the plugin goes back to its defaults */
export declare namespace DeleteProvider {
  interface Params {
    id: string;
  }
  interface Response {
    data: ProviderSettings | null;
  }
}
