import type { Core } from '@strapi/types';
import { DEFAULT_MAX_LENGTH, SUMMARY_BLOCK } from '../../../contracts/content';
import { isJsonObject } from '../../../contracts/json-object';
import { htmlOfAnswer, textOfHtml } from '../content/answer-html';
import { callHandler } from '../content/call-handler';
import type { ContentContext, HandlerContext, RunTool } from '../content/context';
import { createHandlerRegistry } from '../content/handler-registry';
import { complainOf } from './complain-of';
import { getService } from './get-service';

/** A node of the Blocks editor; one that is a block has its name as `block`. */
export type BlockNode = Record<string, unknown>;

/** What a reader gets of a block: as HTML, and as text for what shows no HTML. */
export interface RenderedBlock {
  html: string;
  text: string;
}

/** Gives what a block is rendered to. Of HTML alone, the text is what is left without tags. */
export type BlockHandler = (
  node: BlockNode,
  context: HandlerContext,
) => string | RenderedBlock | Promise<string | RenderedBlock>;

const NOTHING: RenderedBlock = { html: '', text: '' };

const toRendered = (given: unknown): RenderedBlock | null => {
  if (typeof given === 'string') return { html: given, text: textOfHtml(given) };
  const { html, text } = isJsonObject(given) ? given : {};
  return typeof html === 'string' && typeof text === 'string' ? { html, text } : null;
};

const readMaxLength = (maxLength: unknown): string =>
  String(typeof maxLength === 'number' && maxLength >= 1 ? Math.floor(maxLength) : DEFAULT_MAX_LENGTH);

/** The blocks of this site; see docs/block.md. */
export const createBlocksService = ({ strapi }: { strapi: Core.Strapi }) => {
  const registry = createHandlerRegistry<BlockHandler>({
    kind: 'block',
    pattern: /^[A-Za-z][A-Za-z0-9_./-]{0,99}$/,
    rule: 'a letter, then letters, digits, "_", "-", "." and "/", 100 characters at most',
  });

  registry.register(SUMMARY_BLOCK, async ({ maxLength, tool }, context) => {
    const order = {
      tool: typeof tool === 'string' ? tool : '',
      attributes: { max_length: readMaxLength(maxLength) },
      text: null,
    };
    const text = await getService(strapi, 'content-tools').summarize(order, context);
    if (text === '') return NOTHING;
    return { html: `<div class="ai-summary-block">${htmlOfAnswer(text)}</div>`, text };
  });

  /** What both kinds of output show of a node; nothing for a node that is no block, or one that fails. */
  const renderNode = async (
    node: BlockNode,
    context: ContentContext = {},
    runTool?: RunTool,
  ): Promise<RenderedBlock> => {
    const name = isJsonObject(node) ? node.block : null;
    const handler = typeof name === 'string' ? registry.find(name) : null;
    if (!handler) return NOTHING;
    const own = runTool ?? getService(strapi, 'content-tools').runnerFor('block', context);
    const complain = complainOf(strapi, `the block "${String(name)}"`);
    const handlerContext = { ...context, runTool: own, toHtml: htmlOfAnswer };
    const { signal } = context;
    const given = await callHandler(() => handler(node, handlerContext), { signal, complain });
    const rendered = given === null ? NOTHING : toRendered(given);
    if (!rendered) complain(new TypeError('its handler must give a string, or { html, text }'));
    return rendered ?? NOTHING;
  };

  return {
    /** Gives a block its handler; another one of its name is replaced. Throws a TypeError for a bad name. */
    register: registry.register,

    /** Whether a node is a block that has a handler. */
    isBlock: (node: BlockNode): boolean =>
      typeof node.block === 'string' && registry.find(node.block) !== null,

    /** Never rejects: a block that fails is empty. `runTool` takes the place of the tool runs of this site. */
    renderNode,

    /** The HTML of a block; see `renderNode`. */
    render: async (node: BlockNode, context: ContentContext = {}, runTool?: RunTool): Promise<string> =>
      (await renderNode(node, context, runTool)).html,
  };
};
