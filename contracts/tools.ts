/** What a caller may know of a tool: never its prompt. */
export interface ToolSummary {
  slug: string;
  name: string;
  description: string;
  input_schema: Record<string, unknown>;
}

/** GET {prefix}/ai-tools/v1/tools */
export declare namespace FindTools {
  interface Response {
    data: ToolSummary[];
  }
}

/** GET {prefix}/ai-tools/v1/tools/:slug */
export declare namespace FindOneTool {
  interface Params {
    slug: string;
  }
  interface Response {
    data: ToolSummary;
  }
}

/** DELETE /ai-tools/tools/:slug/cache */
export declare namespace ClearToolCache {
  interface Params {
    slug: string;
  }
  interface Response {
    data: {
      /** how many results that were on the instance which answers */
      dropped: number;
      /** false while the other instances cannot be reached; they follow */
      everywhere: boolean;
    };
  }
}
