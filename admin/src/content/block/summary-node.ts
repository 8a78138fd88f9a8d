import { DEFAULT_MAX_LENGTH, SUMMARY_BLOCK } from '../../../../contracts/content';
import type { SummaryBlock } from '../../../../contracts/content';
import { isJsonObject } from '../../../../contracts/json-object';

export const MIN_LENGTH = 1;
export const MAX_LENGTH = 1000;

const KEYS: readonly string[] = [
  'type',
  'block',
  'maxLength',
  'tool',
  'children',
] satisfies (keyof SummaryBlock)[];

export type SummarySettings = Pick<SummaryBlock, 'maxLength' | 'tool'>;

export const emptyText = () => ({ type: 'text', text: '' }) as const;
export const emptyParagraph = () => ({ type: 'paragraph', children: [emptyText()] }) as const;

/** A new block as far as it differs from an empty paragraph. */
export const newSummary = (): Omit<SummaryBlock, 'type' | 'children'> => ({
  block: SUMMARY_BLOCK,
  maxLength: DEFAULT_MAX_LENGTH,
  tool: '',
});

const carriesBlock = (node: unknown): node is Record<string, unknown> =>
  isJsonObject(node) && node.block === SUMMARY_BLOCK;

/** Whether this is the block, tidy or not: its settings may have been written by anybody. */
export const isSummaryNode = (node: unknown): node is Record<string, unknown> =>
  carriesBlock(node) && node.type === 'paragraph';

/** Whether something else has got the block's keys, as when a block is changed into another. */
export const isLeftover = (node: unknown): boolean => carriesBlock(node) && node.type !== 'paragraph';

/** Its keys, to be removed from a node. */
export const WITHOUT_SUMMARY = { block: null, maxLength: null, tool: null };

const isLength = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= MIN_LENGTH;

/** The settings of a block, with defaults in place of what cannot be. */
export const readSettings = ({ maxLength, tool }: Record<string, unknown>): SummarySettings => ({
  maxLength: isLength(maxLength) ? maxLength : DEFAULT_MAX_LENGTH,
  tool: typeof tool === 'string' ? tool : '',
});

/** What must be set, or removed with null, for a block to be stored as agreed; null when it is so already. */
export const findUntidy = (node: Record<string, unknown>): Record<string, unknown> | null => {
  const settings = Object.entries(readSettings(node)).filter(([key, value]) => node[key] !== value);
  const strange = Object.keys(node).filter((key) => !KEYS.includes(key));
  if (settings.length + strange.length === 0) return null;
  return Object.fromEntries([...settings, ...strange.map((key) => [key, null])]);
};

const isEmptyText = (node: unknown): boolean =>
  isJsonObject(node) && node.type === 'text' && node.text === '' && Object.keys(node).length === 2;

/** Nothing is written inside the block: its one text is there because the editor wants one. */
export const isBare = ({ children }: Record<string, unknown>): boolean =>
  Array.isArray(children) && children.length === 1 && isEmptyText(children[0]);

export const isEmptyParagraph = (node: unknown): boolean =>
  isJsonObject(node) &&
  node.type === 'paragraph' &&
  node.block === undefined &&
  Array.isArray(node.children) &&
  node.children.every((child: unknown) => isJsonObject(child) && child.text === '');
