import * as React from 'react';
import { Sparkle } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { SUMMARY_BLOCK } from '../../../../contracts/content';
import { isJsonObject } from '../../../../contracts/json-object';
import type { BlocksEditor } from './blocks-editor';
import { insertParagraphBelow, insertSummary, removeSummary, selectedSummary } from './edit-summary';
import { focusCard } from './focus-card';
import { SummaryBlock } from './SummaryBlock';
import type { BlockElementProps } from './SummaryBlock';
import { BLOCK_LABEL } from './block-label';
import { isSummaryNode } from './summary-node';
import { ownerOf, withSummaries } from './with-summaries';

/** In the middle of the card's first line. */
const DRAG_HANDLE_TOP = '12px';

const summaryBlock = {
  isInBlocksSelector: true,
  icon: Sparkle,
  label: BLOCK_LABEL,
  dragHandleTopMargin: DRAG_HANDLE_TOP,
  matchNode: isSummaryNode,
  renderElement: (props: BlockElementProps) => <SummaryBlock {...props} editor={ownerOf(props.element)} />,
  handleConvert: insertSummary,
  handleEnterKey: (editor: BlocksEditor) => {
    insertParagraphBelow(editor, editor.selection?.anchor.path[0] ?? editor.children.length - 1);
  },
  handleBackspaceKey: (editor: BlocksEditor, event: React.KeyboardEvent) => {
    const index = selectedSummary(editor);
    if (index === null) return;
    event.preventDefault();
    removeSummary(editor, index);
  },
  // the host keeps Tab in its editor; here it leads to the form, which Escape leads out of
  handleTab: focusCard,
  plugin: withSummaries,
};

interface Block {
  matchNode(node: unknown): boolean;
}
type Blocks = Partial<Record<string, Block>>;
type AddBlocks = (add: (blocks: Blocks) => Blocks) => void;

/** The host's paragraph, which a summary is stored as, but for summaries. */
const sparingSummaries = (paragraph: Block): Block => ({
  ...paragraph,
  matchNode: (node) => !isSummaryNode(node) && paragraph.matchNode(node),
});

/**
 * A block is drawn by the first in the host's list that takes it, and the list is also the menu's: ours would have to
 * be the first of the menu, if the paragraph did not leave summaries alone.
 */
const withSummaryBlock = (blocks: Blocks): Blocks => ({
  ...blocks,
  ...(blocks.paragraph && { paragraph: sparingSummaries(blocks.paragraph) }),
  [SUMMARY_BLOCK]: summaryBlock,
});

const isAddBlocks = (value: unknown): value is AddBlocks => typeof value === 'function';

/** Adds the summary to the host's Blocks editor, once all plugins have registered; a panel without that has none. */
export const registerSummaryBlock = ({ getPlugin }: Pick<StrapiApp, 'getPlugin'>): void => {
  const apis: unknown = getPlugin('content-manager')?.apis;
  if (isJsonObject(apis) && isAddBlocks(apis.addRichTextBlocks)) apis.addRichTextBlocks(withSummaryBlock);
};
