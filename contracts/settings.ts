/** What holds for the whole site and can be changed in the panel, where config/plugins does not set it. */
export interface EditableSettings {
  logs: {
    /** which runs keep their inputs and their answer */
    capture: 'none' | 'errors' | 'all';
    retention_days: number;
    /** of inputs and of an answer, each */
    max_body_bytes: number;
  };
  /** for all tools together, in a month of the UTC calendar; null when the site has none */
  budget_usd: number | null;
  cache: {
    /** of each instance */
    max_bytes: number;
  };
}

type OrNull<Values> = { [Name in keyof Values]: Values[Name] | null };

/** What somebody has chosen in the panel; null where nobody has. */
export interface ChosenSettings {
  logs: OrNull<EditableSettings['logs']>;
  budget_usd: number | null;
  cache: OrNull<EditableSettings['cache']>;
}

/** What holds for the whole site, as its settings page shows it. */
export interface SiteSettings extends EditableSettings {
  logs: EditableSettings['logs'] & { durability: 'journal' | 'database' };
  cache: EditableSettings['cache'] & {
    /** by the instance that answers, in its own memory */
    kept: { results: number; bytes: number };
    /** whether the instances of the site share what they keep */
    shared: boolean;
  };
  limits: { store: 'memory' | 'database' | 'redis'; on_failure: 'allow' | 'refuse' };
  chosen: ChosenSettings;
  /** what holds where neither config/plugins nor anybody in the panel has set it */
  defaults: EditableSettings;
  /** the settings that config/plugins has, such as `logs.capture`: they cannot be changed in the panel */
  configured: string[];
}

/** GET /ai-tools/settings */
export declare namespace GetSettings {
  interface Response {
    data: SiteSettings;
  }
}

/** PUT /ai-tools/settings; what is left out stays, null goes back to the default */
export declare namespace UpdateSettings {
  interface Request {
    logs?: Partial<ChosenSettings['logs']>;
    budget_usd?: number | null;
    cache?: Partial<ChosenSettings['cache']>;
  }
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
