import type { Caller } from '../engine/run';

/** What a text or a node is rendered for. All of it may be left out. */
export interface ContentContext {
  /** the text to work on, where there is no entry or not its own text is meant */
  content?: string;
  /** the entry that the text or the node stands in */
  entry?: Record<string, unknown>;
  /** its uid, which tells what is a text in it, and what is private */
  contentType?: string;
  /** on whose behalf tools run, for the log and for limits */
  caller?: Caller;
  /** when it aborts, whatever is not there yet is left empty */
  signal?: AbortSignal;
}

/** Runs a tool and resolves to the text of its answer: the empty string when it failed or had nothing to say. */
export type RunTool = (slug: string, inputs: Record<string, unknown>) => Promise<string>;

/** What a handler is given beside what it renders. */
export interface HandlerContext extends ContentContext {
  runTool: RunTool;
  /** a text as HTML that shows it as it is: what a model wrote must not become markup */
  toHtml(text: string): string;
}
