/** What holds for the whole site, as its settings page shows it. */
export interface SiteSettings {
  logs: {
    /** which runs keep their inputs and their answer */
    capture: 'none' | 'errors' | 'all';
    retention_days: number;
    durability: 'journal' | 'database';
  };
  /** for all tools together, in a month of the UTC calendar; null when the site has none */
  budget_usd: number | null;
  cache: {
    /** of each instance */
    max_bytes: number;
    /** by the instance that answers, in its own memory */
    kept: { results: number; bytes: number };
    /** whether the instances of the site share what they keep */
    shared: boolean;
  };
  limits: { store: 'memory' | 'database' | 'redis'; on_failure: 'allow' | 'refuse' };
  /** the settings that config/plugins has, such as `logs.capture`; the others are defaults */
  configured: string[];
}

/** GET /ai-tools/settings */
export declare namespace GetSettings {
  interface Response {
    data: SiteSettings;
  }
}

/** DELETE /ai-tools/cache; what is kept of all tools */
export declare namespace ClearCache {
  interface Response {
    data: {
      /** how many results that were on the instance which answers */
      dropped: number;
      /** false while the other instances cannot be reached; they follow */
      everywhere: boolean;
    };
  }
}
