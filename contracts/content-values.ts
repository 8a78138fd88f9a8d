import { isJsonObject } from './json-object';

/** The kinds of fields that a tool can read from and write to. */
export const TEXT_FIELDS = ['string', 'text', 'richtext', 'blocks'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** Nodes of the Blocks editor that stand on lines of their own. */
const LINE_NODES = ['paragraph', 'heading', 'quote', 'code', 'list-item', 'image'];

const textOfNode = (node: unknown): string => {
  if (!isJsonObject(node)) return '';
  if (typeof node.text === 'string') return node.text;
  const text = Array.isArray(node.children) ? node.children.map(textOfNode).join('') : '';
  return LINE_NODES.includes(String(node.type)) ? `${text}\n` : text;
};

/** What somebody would read in a field: the text of its blocks, a line each; the empty string when there is nothing. */
export const textOfField = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOfNode).join('').trimEnd() : '';
};

/** An answer as the value of a field: a line for `string`, a paragraph for each one of the text for `blocks`. */
export const fieldOfText = (text: string, field: TextField): unknown => {
  if (field === 'string') {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join(' ');
  }
  if (field !== 'blocks') return text;
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ type: 'paragraph', children: [{ type: 'text', text: paragraph.trim() }] }));
};
