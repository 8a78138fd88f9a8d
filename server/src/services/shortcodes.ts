import type { Core } from '@strapi/types';
import type { ContentContext, HandlerContext, RunTool } from '../content/context';
import { createHandlerRegistry } from '../content/handler-registry';
import type { Shortcode } from '../content/parse-shortcodes';

/** Gives the HTML that takes the place of a shortcode. */
export type ShortcodeHandler = (shortcode: Shortcode, context: HandlerContext) => string | Promise<string>;

/** The shortcodes of this site; see the README. */
export const createShortcodesService = ({ strapi: _strapi }: { strapi: Core.Strapi }) => {
  const registry = createHandlerRegistry<ShortcodeHandler>({
    kind: 'shortcode',
    pattern: /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
    rule: 'a letter, then letters, digits, "_" and "-", 64 at most',
  });
  return {
    register: registry.register,
    render: async (text: string, _context: ContentContext = {}, _runTool?: RunTool): Promise<string> => text,
  };
};
