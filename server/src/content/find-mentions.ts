import { SUMMARY_BLOCK, SUMMARY_SHORTCODE } from '../../../contracts/content';
import { textOfField } from '../../../contracts/content-values';
import { isJsonObject } from '../../../contracts/json-object';
import { parseShortcodes } from './parse-shortcodes';
import type { Piece } from './parse-shortcodes';

export interface MentionRules {
  slug: string;
  /** whether it is the tool of those that name none */
  isDefault: boolean;
  isShortcode(name: string): boolean;
}

export type Mention = 'shortcode' | 'block';

const isInPieces = (pieces: readonly Piece[], rules: MentionRules): boolean =>
  pieces.some((piece) => {
    if (typeof piece === 'string') return false;
    const { name, attributes, pieces: inner } = piece;
    const isNamed = attributes.tool === rules.slug;
    const isMeant = rules.isDefault && name === SUMMARY_SHORTCODE && !attributes.tool;
    return isNamed || isMeant || (inner !== null && isInPieces(inner, rules));
  });

const isInNode = (node: unknown, { slug, isDefault }: MentionRules): boolean =>
  isJsonObject(node) &&
  typeof node.block === 'string' &&
  (node.tool === slug || (isDefault && node.block === SUMMARY_BLOCK && !node.tool));

/** How a value of a field names a tool. */
export const mentionsIn = (value: unknown, rules: MentionRules): Mention[] => {
  const isBlock = Array.isArray(value) && value.some((node) => isInNode(node, rules));
  const isShortcode = isInPieces(parseShortcodes(textOfField(value), rules.isShortcode), rules);
  return [...(isShortcode ? ['shortcode' as const] : []), ...(isBlock ? ['block' as const] : [])];
};

/** What is in every text that names the tool, and in few others: the rest is looked at by {@link mentionsIn}. */
export const wordsOfMentions = ({ slug, isDefault }: MentionRules): string[] =>
  isDefault ? [slug, SUMMARY_SHORTCODE, SUMMARY_BLOCK] : [slug];
