import type { Core } from '@strapi/types';
import type { ContentContext, HandlerContext, RunTool } from '../content/context';
import { createHandlerRegistry } from '../content/handler-registry';

/** A node of the Blocks editor; one of ours has its name as `block`. */
export type BlockNode = Record<string, unknown>;

/** What a reader gets of a block: as HTML, and as text for what shows no HTML. */
export interface RenderedBlock {
  html: string;
  text: string;
}

/** Gives what a block is rendered to; of HTML alone, the text is what is left without tags. */
export type BlockHandler = (
  node: BlockNode,
  context: HandlerContext,
) => string | RenderedBlock | Promise<string | RenderedBlock>;

/** The blocks of this site; see the README. */
export const createBlocksService = ({ strapi: _strapi }: { strapi: Core.Strapi }) => {
  const registry = createHandlerRegistry<BlockHandler>({
    kind: 'block',
    pattern: /^[A-Za-z][A-Za-z0-9_./-]{0,99}$/,
    rule: 'a letter, then letters, digits, "_", "-", "." and "/", 100 at most',
  });
  const renderNode = async (
    _node: BlockNode,
    _context: ContentContext = {},
    _runTool?: RunTool,
  ): Promise<RenderedBlock> => ({ html: '', text: '' });
  return {
    register: registry.register,
    /** Whether a node is a block that somebody has registered. */
    isBlock: (node: BlockNode): boolean =>
      typeof node.block === 'string' && registry.find(node.block) !== null,
    renderNode,
    render: async (node: BlockNode, context: ContentContext = {}, runTool?: RunTool): Promise<string> =>
      (await renderNode(node, context, runTool)).html,
  };
};
