import { contentInputOf } from '../../../contracts/content-input';
import { isJsonObject } from '../../../contracts/json-object';
import type { CompiledTool } from '../engine/compile-tool';
import type { HandlerContext } from './context';
import { createAttributeReader } from './read-attributes';
import type { ReadAttributes } from './read-attributes';

export interface SummarizeDependencies {
  /** null when there is no such tool, or a broken one: what is wrong, its run will say */
  findTool(slug: string): Promise<CompiledTool | null>;
  /** the slug of the tool where none is named */
  defaultTool: string;
  /** what is summarized where no text is given */
  textOf(context: HandlerContext): string;
}

export interface SummaryOrder {
  /** a slug; empty for the default */
  tool: string;
  /** by the name of the input, as text */
  attributes: Readonly<Record<string, string>>;
  /** what is to be summarized; null for the text of the context */
  text: string | null;
}

/** Where a text goes when nothing is known of the tool. */
const UNKNOWN_TOOL = { read: (): Record<string, unknown> => ({}), contentInput: 'content' };

/** Makes the function that summarizes with a tool of the site; it resolves to the empty string where there is nothing. */
export const createSummarize = ({ findTool, defaultTool, textOf }: SummarizeDependencies) => {
  const readers = new WeakMap<CompiledTool, ReadAttributes>();
  const readerOf = (tool: CompiledTool): ReadAttributes => {
    const reader = readers.get(tool) ?? createAttributeReader(tool.definition.input_schema);
    readers.set(tool, reader);
    return reader;
  };
  const inspect = (tool: CompiledTool) => {
    const schema = tool.definition.input_schema;
    return {
      read: readerOf(tool),
      contentInput: isJsonObject(schema) ? contentInputOf(schema) : null,
    };
  };

  return async (order: SummaryOrder, context: HandlerContext): Promise<string> => {
    const slug = order.tool || defaultTool;
    const tool = await findTool(slug);
    const { read, contentInput } = tool ? inspect(tool) : UNKNOWN_TOOL;
    const inputs = read(order.attributes);
    if (contentInput === null) return context.runTool(slug, inputs);
    const content = order.text ?? inputs[contentInput] ?? textOf(context);
    if (content === '') return '';
    return context.runTool(slug, { ...inputs, [contentInput]: content });
  };
};
