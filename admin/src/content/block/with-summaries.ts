import type { BlocksEditor } from './blocks-editor';
import { forgetReplaced } from './forget-replaced';
import { caretIndex, insertParagraphBelow, removeSummary, selectedSummary } from './edit-summary';
import {
  WITHOUT_SUMMARY,
  emptyParagraph,
  emptyText,
  findUntidy,
  isBare,
  isEmptyParagraph,
  isLeftover,
  isSummaryNode,
} from './summary-node';

/**
 * Which editor a block is in. The host tells a block's component nothing about it, but an editor is asked whether a
 * block is void right before that block is drawn.
 */
const owners = new WeakMap<object, BlocksEditor>();

export const ownerOf = (element: object): BlocksEditor | null => owners.get(element) ?? null;

/** Repairs what is wrong with a node, and says whether anything was. */
const repair = (editor: BlocksEditor, node: object, path: number[]): boolean => {
  if (path.length === 0 && editor.children.length === 0) {
    editor.insertNodes(emptyParagraph(), { at: [0] });
    editor.select(editor.start([0]));
    return true;
  }
  if (isLeftover(node)) {
    editor.setNodes(WITHOUT_SUMMARY, { at: path });
    return true;
  }
  if (!isSummaryNode(node)) return false;
  const untidy = findUntidy(node);
  if (untidy) editor.setNodes(untidy, { at: path });
  if (isBare(node)) return untidy !== null;
  const count = Array.isArray(node.children) ? node.children.length : 0;
  editor.insertNodes(emptyText(), { at: [...path, count], voids: true });
  for (let child = count - 1; child >= 0; child -= 1) {
    editor.removeNodes({ at: [...path, child], voids: true });
  }
  return true;
};

/** From beside a summary, the first key selects it, and only the next one removes it. */
const stepOnto = (editor: BlocksEditor, direction: -1 | 1): boolean => {
  const index = caretIndex(editor);
  if (index === null || !editor.selection) return false;
  const isAtEdge = direction < 0 ? editor.isStart : editor.isEnd;
  if (!isSummaryNode(editor.children[index + direction])) return false;
  if (!isAtEdge(editor.selection.anchor, [index])) return false;
  editor.select(editor.start([index + direction]));
  if (isEmptyParagraph(editor.children[index])) editor.removeNodes({ at: [index] });
  return true;
};

/** A plugin of the editor: makes summaries one piece that is written into by their form alone. */
export const withSummaries = <Editor extends BlocksEditor>(editor: Editor): Editor => {
  forgetReplaced(editor);
  const { isVoid, normalizeNode, deleteBackward, deleteForward, insertBreak, insertData } = editor;

  editor.isVoid = (element) => {
    if (!isSummaryNode(element)) return isVoid(element);
    owners.set(element, editor);
    return true;
  };
  editor.normalizeNode = (entry, options) => {
    if (!repair(editor, ...entry)) normalizeNode(entry, options);
  };
  editor.deleteBackward = (unit) => {
    const index = selectedSummary(editor);
    if (index !== null) removeSummary(editor, index);
    else if (!stepOnto(editor, -1)) deleteBackward(unit);
  };
  editor.deleteForward = (unit) => {
    const index = selectedSummary(editor);
    if (index !== null) removeSummary(editor, index);
    else if (!stepOnto(editor, 1)) deleteForward(unit);
  };
  editor.insertBreak = () => {
    const index = selectedSummary(editor);
    if (index !== null) insertParagraphBelow(editor, index);
    else insertBreak();
  };
  // the editor itself would drop what is pasted onto a void block
  editor.insertData = (data) => {
    const index = selectedSummary(editor);
    if (index !== null) insertParagraphBelow(editor, index);
    insertData(data);
  };
  return editor;
};
