import type { Completion } from './completion';
import type { ErrorBody } from './errors';

/** POST {prefix}/ai-tools/v1/execute/:slug */
export declare namespace Execute {
  interface Params {
    slug: string;
  }
  /** input names to values */
  type Request = Record<string, unknown>;
  type Response = Completion | { data: null; error: ErrorBody };
}
