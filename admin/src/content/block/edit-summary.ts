import type { BlocksEditor } from './blocks-editor';
import { emptyParagraph, isEmptyParagraph, isSummaryNode, newSummary } from './summary-node';

/** Where the caret is among the blocks, when nothing is selected beyond it. */
export const caretIndex = ({ selection }: BlocksEditor): number | null => {
  if (!selection) return null;
  const { anchor, focus } = selection;
  const isCaret = anchor.offset === focus.offset && anchor.path.join() === focus.path.join();
  return isCaret ? (anchor.path[0] ?? null) : null;
};

/** The same, when a summary has the caret. */
export const selectedSummary = (editor: BlocksEditor): number | null => {
  const index = caretIndex(editor);
  return index !== null && isSummaryNode(editor.children[index]) ? index : null;
};

/** Puts a summary in the place of an empty paragraph, or below the block that has the caret. */
export const insertSummary = (editor: BlocksEditor): void => {
  const index = editor.selection?.anchor.path[0] ?? editor.children.length - 1;
  const current = editor.children[index];
  if (isSummaryNode(current)) return;
  const place = isEmptyParagraph(current) ? index : index + 1;
  editor.withoutNormalizing(() => {
    if (place > index) editor.insertNodes(emptyParagraph(), { at: [place] });
    editor.setNodes(newSummary(), { at: [place] });
    editor.select(editor.start([place]));
  });
};

export const removeSummary = (editor: BlocksEditor, index: number): void =>
  editor.withoutNormalizing(() => {
    // an editor without any block cannot be typed into
    if (editor.children.length === 1) editor.insertNodes(emptyParagraph(), { at: [1] });
    editor.removeNodes({ at: [index] });
    editor.select(index > 0 ? editor.end([index - 1]) : editor.start([0]));
  });

/** A line to go on writing, which has nothing of the summary. */
export const insertParagraphBelow = (editor: BlocksEditor, index: number): void => {
  editor.insertNodes(emptyParagraph(), { at: [index + 1] });
  editor.select(editor.start([index + 1]));
};
