import type { Completion, CompletionChunk } from './completion';
import type { ErrorBody } from './errors';

export const SUMMARY_SHORTCODE = 'ai_summary';
/** What the node of a block editor carries as `block`; see {@link SummaryBlock}. */
export const SUMMARY_BLOCK = 'mcp-for-wp/ai-summary';
/** Words in a summary, at most, where nothing else is said. */
export const DEFAULT_MAX_LENGTH = 100;

/**
 * The block as it is stored. The host's validator refuses node types that it does not know, and keeps keys that it does
 * not know: so it is a paragraph with more keys.
 */
export interface SummaryBlock {
  type: 'paragraph';
  block: typeof SUMMARY_BLOCK;
  maxLength: number;
  /** a slug; empty for the tool that the site has set for summaries */
  tool: string;
  children: { type: 'text'; text: string }[];
}

/** A tool, as far as somebody who writes content needs to know it: never its prompt. */
export interface ContentTool {
  slug: string;
  name: string;
  description: string | null;
  input_schema: Record<string, unknown>;
}

/** GET /ai-tools/content/tools; permission `content.run`. Those that are switched on, by name. */
export declare namespace ListContentTools {
  interface Response {
    data: {
      tools: ContentTool[];
      /** the slug of the tool for shortcodes and blocks that name none; there may be no such tool */
      summary_tool: string;
    };
  }
}

/**
 * POST /ai-tools/content/preview; permission `content.run`. What a reader would get of a summary block in this entry,
 * which need not be saved. A run that fails is an answer too: its status is 200.
 */
export declare namespace PreviewBlock {
  interface Request {
    content_type: string;
    block: Pick<SummaryBlock, 'maxLength' | 'tool'>;
    /** the values of the form, as they are */
    entry: Record<string, unknown>;
  }
  interface Response {
    data: { text: string; html: string; error: ErrorBody | null };
  }
}

/** What the log calls a run that somebody started in an entry. */
export const FIELD_SOURCE = 'field';

/** In the order they come: chunks, then one result. */
export type ContentRunEvent =
  { type: 'chunk'; chunk: CompletionChunk } | { type: 'result'; result: Completion | { error: ErrorBody } };

/**
 * POST /ai-tools/content/run; permission `content.run`. Runs a stored tool for somebody who edits an entry: an ordinary
 * run, with its limits, budget and cache, whose log row has the source `field`. Always a stream of
 * {@link ContentRunEvent}, one in each `data:`, and then `data: [DONE]`. Hanging up stops it.
 */
export declare namespace RunInContent {
  interface Request {
    /** a slug */
    tool: string;
    inputs: Record<string, unknown>;
  }
}

/** Where an input comes from: a field of the entry, by its path such as `seo.title`, or what somebody typed. */
export type InputSource = { field: string } | { value: unknown };

/** How a tool is used on the entries of a type. */
export interface ContentMapping {
  /** by the name of the input */
  inputs: Record<string, InputSource>;
  /** the path of the field that results go to; null while none was chosen */
  target: string | null;
}

/**
 * GET /ai-tools/content/mappings?content_type=; permission `content.run`, and the host's to read entries of the type, which
 * others are told is not there. What was used last, by anybody.
 */
export declare namespace FindMappings {
  interface Query {
    content_type: string;
  }
  interface Response {
    /** by the slug of the tool */
    data: Record<string, ContentMapping>;
  }
}

/** PUT /ai-tools/content/mappings; permission `content.run`, and the host's to edit entries of the type. */
export declare namespace SaveMapping {
  interface Request {
    content_type: string;
    /** a slug */
    tool: string;
    mapping: ContentMapping;
  }
  interface Response {
    data: ContentMapping;
  }
}
