import type { PRESETS } from './presets';

/** A provider as a tool's author chooses it. */
export interface ToolProviderChoice {
  id: string;
  label: string;
  kind: string;
  methods: string[];
  /** methods of which a role-marker template of the provider makes one text */
  raw_methods: string[];
  /** the model of tools that name none */
  model: string;
  /** whether somebody gave it a key or a setting; one that needs neither may be there without anybody running it */
  is_set_up: boolean;
  /** why it cannot be called, and what to do about it; null when it can */
  problem: string | null;
}

/** GET /ai-tools/tool-options; permission `tools.read`. What the builder offers. */
export declare namespace FindToolOptions {
  interface Response {
    data: {
      providers: ToolProviderChoice[];
      presets: typeof PRESETS;
      /** both ends included */
      ranges: Record<
        'max_tokens' | 'temperature' | 'top_p' | 'top_k',
        { min: number; max: number; integer: boolean }
      >;
      /** where the site's content API begins, such as `/api`: what a snippet needs to be right */
      api_prefix: string;
    };
  }
}

/** GET /ai-tools/tool-options/:provider/models; permission `tools.read`. As ListModels answers, for what is saved. */
export declare namespace FindToolModels {
  interface Params {
    provider: string;
  }
  // the response is `ListModels.Response`
}
