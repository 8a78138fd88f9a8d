import type { Core, UID } from '@strapi/types';
import { contentTypes } from '@strapi/utils';
import type { ListContentTools, PreviewBlock } from '../../../contracts/content';
import { SUMMARY_BLOCK } from '../../../contracts/content';
import { TEXT_FIELDS } from '../../../contracts/content-values';
import type { ErrorBody } from '../../../contracts/errors';
import type { ContentContext, HandlerContext, RunTool } from '../content/context';
import { textOfEntry } from '../content/entry-text';
import { createSummarize } from '../content/summarize';
import type { Caller } from '../engine/run';
import { getService } from './get-service';

export type ContentSource = 'shortcode' | 'block';

export interface PreviewOptions {
  caller: Caller;
  signal: AbortSignal;
}

/** Tools as they are used in content. */
export const createContentToolsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { summary_tool: summaryTool, types } = getService(strapi, 'settings').content;

  const isContentType = (uid: string): uid is UID.ContentType => Object.hasOwn(strapi.contentTypes, uid);

  /** Texts that whoever reads the entry may read as well. */
  const publicTextFields = (uid: string): string[] | null => {
    if (!isContentType(uid)) return null;
    const model = strapi.contentType(uid);
    const kinds: readonly string[] = TEXT_FIELDS;
    return Object.entries(model.attributes)
      .filter(([name, { type }]) => kinds.includes(type) && !contentTypes.isPrivateAttribute(model, name))
      .map(([name]) => name);
  };

  const textOf = ({ content, entry, contentType = '' }: HandlerContext): string => {
    if (content !== undefined) return content;
    if (!entry) return '';
    return textOfEntry(entry, {
      field: types[contentType]?.summary_field ?? null,
      fields: publicTextFields(contentType),
      isShortcode: (name) => getService(strapi, 'shortcodes').isShortcode(name),
      isBlock: (name) => getService(strapi, 'blocks').isBlock({ block: name }),
    });
  };

  const run = async (
    source: ContentSource,
    { caller, signal }: ContentContext,
    [slug, inputs]: Parameters<RunTool>,
  ): Promise<{ text: string; error: ErrorBody | null }> => {
    const options = { source, ...(caller && { caller }), ...(signal && { signal }) };
    const answer = await getService(strapi, 'execute').executeTool(slug, inputs, options);
    if ('error' in answer) return { text: '', error: answer.error };
    return { text: answer.choices[0].message.content?.trim() ?? '', error: null };
  };

  return {
    /** Runs tools as handlers do: without a word about why there is no text, which the log has. */
    runnerFor:
      (source: ContentSource, context: ContentContext): RunTool =>
      async (...call) =>
        (await run(source, context, call)).text,

    /** Summarizes with a tool of the site. */
    summarize: createSummarize({
      findTool: async (slug) => {
        try {
          return await getService(strapi, 'tools').find(slug);
        } catch {
          // its run fails of the same, and says so in the log
          return null;
        }
      },
      defaultTool: summaryTool,
      textOf,
    }),

    /** What may be chosen from in content. */
    list: async (): Promise<ListContentTools.Response['data']> => ({
      tools: await getService(strapi, 'tools').list(),
      summary_tool: summaryTool,
    }),

    /** What a reader would get of a summary block. */
    preview: async (
      { content_type: contentType, block, entry }: PreviewBlock.Request,
      { caller, signal }: PreviewOptions,
    ): Promise<PreviewBlock.Response['data']> => {
      const context = { entry, contentType, caller, signal };
      let error: ErrorBody | null = null;
      const runTool: RunTool = async (...call) => {
        const outcome = await run('block', context, call);
        ({ error } = outcome);
        return outcome.text;
      };
      const node = { ...block, block: SUMMARY_BLOCK };
      const { text, html } = await getService(strapi, 'blocks').renderNode(node, context, runTool);
      return { text, html, error };
    },
  };
};
