import pLimit from 'p-limit';
import type { Core } from '@strapi/types';
import { SUMMARY_SHORTCODE } from '../../../contracts/content';
import { htmlOfAnswer } from '../content/answer-html';
import { callHandler } from '../content/call-handler';
import type { ContentContext, HandlerContext, RunTool } from '../content/context';
import { createHandlerRegistry } from '../content/handler-registry';
import { parseShortcodes } from '../content/parse-shortcodes';
import type { Shortcode } from '../content/parse-shortcodes';
import { renderPieces } from '../content/render-pieces';
import { complainOf } from './complain-of';
import { getService } from './get-service';

/** Gives the HTML that takes the place of a shortcode. */
export type ShortcodeHandler = (shortcode: Shortcode, context: HandlerContext) => string | Promise<string>;

/**
 * The shortcodes of this site; see docs/shortcode.md.
 *
 * @example
 * strapi.plugin('ai-tools').service('shortcodes').register('year', () => String(new Date().getFullYear()));
 */
export const createShortcodesService = ({ strapi }: { strapi: Core.Strapi }) => {
  const registry = createHandlerRegistry<ShortcodeHandler>({
    kind: 'shortcode',
    pattern: /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
    rule: 'a letter, then letters, digits, "_" and "-", 64 characters at most',
  });
  const { shortcodes: isOn, max_concurrent: mostAtATime } = getService(strapi, 'settings').content;

  const summary: ShortcodeHandler = async (
    { attributes: { tool = '', ...attributes }, content },
    context,
  ) => {
    const order = { tool, attributes, text: content?.trim() || null };
    const text = await getService(strapi, 'content-tools').summarize(order, context);
    return text === '' ? '' : `<div class="ai-summary">${htmlOfAnswer(text)}</div>`;
  };
  if (isOn) registry.register(SUMMARY_SHORTCODE, summary);

  const renderOne = async (shortcode: Shortcode, context: HandlerContext): Promise<string> => {
    const complain = complainOf(strapi, `the shortcode "${shortcode.name}"`);
    const handler = registry.find(shortcode.name);
    if (!handler) return '';
    const { signal } = context;
    const html = await callHandler(() => handler(shortcode, context), { signal, complain });
    if (typeof html === 'string') return html;
    if (html !== null) complain(new TypeError('its handler must give a string'));
    return '';
  };

  return {
    /** Gives a shortcode its handler; another one of its name is replaced. Throws a TypeError for a bad name. */
    register: registry.register,

    isShortcode: (name: string): boolean => registry.find(name) !== null,

    /**
     * Puts in the place of the shortcodes of a text what their handlers give, and leaves the rest to the byte. Never
     * rejects: a shortcode that fails is left empty. `runTool` takes the place of the tool runs of this site.
     */
    render: async (text: string, context: ContentContext = {}, runTool?: RunTool): Promise<string> => {
      if (typeof text !== 'string') return '';
      const limit = pLimit(mostAtATime);
      const own = runTool ?? getService(strapi, 'content-tools').runnerFor('shortcode', context);
      const handlerContext = { ...context, runTool: own, toHtml: htmlOfAnswer };
      return renderPieces(
        parseShortcodes(text, (name) => registry.find(name) !== null),
        (shortcode) => limit(() => renderOne(shortcode, handlerContext)),
      );
    },
  };
};
