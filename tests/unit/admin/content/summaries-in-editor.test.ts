import path from 'node:path';
import { createEditor } from 'slate';
import { withHistory } from 'slate-history';
import type { SummaryBlock } from '../../../../contracts/content';
import {
  insertParagraphBelow,
  insertSummary,
  removeSummary,
} from '../../../../admin/src/content/block/edit-summary';
import { ownerOf, withSummaries } from '../../../../admin/src/content/block/with-summaries';

const HOST = path.resolve(
  __dirname,
  '../../../../node_modules/@strapi/content-manager/dist/admin/pages/EditView/components/FormInputs/BlocksInput',
);
/** The host's own, which it does not export. */
const { withStrapiSchema } = jest.requireActual<{ withStrapiSchema<Editor>(editor: Editor): Editor }>(
  path.join(HOST, 'plugins/withStrapiSchema'),
);
const { baseHandleConvert } = jest.requireActual<{
  baseHandleConvert(editor: object, attributes: object): void;
}>(path.join(HOST, 'utils/conversions'));

const text = (words: string) => ({ type: 'text', text: words });
const paragraph = (words: string) => ({ type: 'paragraph', children: [text(words)] });
const summary = (changes: Partial<SummaryBlock> = {}): SummaryBlock => ({
  type: 'paragraph',
  block: 'mcp-for-wp/ai-summary',
  maxLength: 100,
  tool: '',
  children: [{ type: 'text', text: '' }],
  ...changes,
});

/** The editor as the host puts it together, with the caret at the beginning of the block `at`. */
const editorWith = (blocks: object[], at: number | null = 0) => {
  // the host's own part for the browser is left out, and with it what pastes
  const base = Object.assign(withStrapiSchema(withHistory(createEditor())), { insertData: jest.fn() });
  const editor = withSummaries(base);
  editor.children = structuredClone(blocks) as typeof editor.children;
  if (at !== null) editor.select(editor.start([at]));
  return editor;
};
const caretOf = ({ selection }: { selection: { anchor: { path: number[] } } | null }) =>
  selection?.anchor.path[0];

describe('inserting', () => {
  test('a summary takes the place of an empty line, and has exactly what is agreed', () => {
    const editor = editorWith([paragraph('Before'), paragraph('')], 1);
    insertSummary(editor);
    expect(editor.children).toEqual([paragraph('Before'), summary()]);
    expect(caretOf(editor)).toBe(1);
  });
  test('text is never replaced: the summary comes below it', () => {
    const editor = editorWith([paragraph('Before'), paragraph('After')]);
    insertSummary(editor);
    expect(editor.children).toEqual([paragraph('Before'), summary(), paragraph('After')]);
    expect(caretOf(editor)).toBe(1);
  });
  test('below a list, whichever item has the caret', () => {
    const list = {
      type: 'list',
      format: 'ordered',
      children: [{ type: 'list-item', children: [text('One')] }],
    };
    const editor = editorWith([list]);
    insertSummary(editor);
    expect(editor.children).toEqual([list, summary()]);
  });
  test('nothing is lost when the menu is used on a summary', () => {
    const editor = editorWith([summary({ maxLength: 30, tool: 'short' })]);
    insertSummary(editor);
    expect(editor.children).toEqual([summary({ maxLength: 30, tool: 'short' })]);
  });
  test('one undo takes it back, and redo brings it again', () => {
    const editor = editorWith([paragraph('Before')]);
    insertSummary(editor);
    editor.undo();
    expect(editor.children).toEqual([paragraph('Before')]);
    editor.redo();
    expect(editor.children).toEqual([paragraph('Before'), summary()]);
  });
});

describe('around a summary', () => {
  test('Enter makes a line below it that has nothing of it', () => {
    const editor = editorWith([summary(), paragraph('After')]);
    insertParagraphBelow(editor, 0);
    expect(editor.children).toEqual([summary(), paragraph(''), paragraph('After')]);
    expect(caretOf(editor)).toBe(1);
  });
  test('so does the key of a phone, which the host does not see', () => {
    const editor = editorWith([summary()]);
    editor.insertBreak();
    expect(editor.children).toEqual([summary(), paragraph('')]);
  });
  test('typing changes nothing', () => {
    const editor = editorWith([summary()]);
    editor.insertText('a');
    expect(editor.children).toEqual([summary()]);
  });
  test('what is pasted onto it comes below it', () => {
    const editor = editorWith([summary(), paragraph('After')]);
    const pasted = { getData: () => 'Pasted' } as unknown as DataTransfer;
    const paste = jest.fn(() => editor.insertText('Pasted'));
    const again = withSummaries(Object.assign(editor, { insertData: paste }));
    again.insertData(pasted);
    expect(editor.children).toEqual([summary(), paragraph('Pasted'), paragraph('After')]);
    expect(paste).toHaveBeenCalledWith(pasted);
  });
  test.each(['deleteBackward', 'deleteForward'] as const)('%s removes it when it is selected', (key) => {
    const editor = editorWith([paragraph('Before'), summary(), paragraph('After')], 1);
    editor[key]('character');
    expect(editor.children).toEqual([paragraph('Before'), paragraph('After')]);
    expect(editor.selection?.anchor).toEqual({ path: [0, 0], offset: 6 });
  });
  test('a line to write in is left when it was all there was', () => {
    const editor = editorWith([summary()]);
    removeSummary(editor, 0);
    expect(editor.children).toEqual([paragraph('')]);
    expect(caretOf(editor)).toBe(0);
  });
  test('Backspace after it selects it first', () => {
    const editor = editorWith([summary(), paragraph('After')], 1);
    editor.deleteBackward('character');
    expect(editor.children).toEqual([summary(), paragraph('After')]);
    expect(caretOf(editor)).toBe(0);
  });
  test('Delete before it selects it, and takes away the empty line it was pressed in', () => {
    const editor = editorWith([paragraph(''), summary()]);
    editor.deleteForward('character');
    expect(editor.children).toEqual([summary()]);
    expect(caretOf(editor)).toBe(0);
  });
  test('elsewhere both keys do what they always do', () => {
    const editor = editorWith([summary(), paragraph('After')], null);
    editor.select({ path: [1, 0], offset: 2 });
    editor.deleteBackward('character');
    editor.deleteForward('character');
    expect(editor.children).toEqual([summary(), paragraph('Aer')]);
  });
  test('all of it can be deleted at once, and a line is left', () => {
    const editor = editorWith([summary(), summary()], null);
    editor.select({ anchor: editor.start([]), focus: editor.end([]) });
    editor.deleteFragment();
    expect(editor.children).toEqual([paragraph('')]);
  });
});

describe('what is stored', () => {
  test.each([
    ['heading', { type: 'heading', level: 2 }],
    ['quote', { type: 'quote' }],
    ['text', { type: 'paragraph' }],
  ])('a summary that the host turns into a %s leaves nothing behind', (_name, attributes) => {
    const editor = editorWith([summary({ tool: 'short' })]);
    baseHandleConvert(editor, attributes);
    expect(editor.children).toEqual([{ ...attributes, children: [text('')] }]);
  });
  test('not even when only its type is changed', () => {
    const editor = editorWith([summary({ tool: 'short' })]);
    editor.setNodes({ type: 'quote' } as object, { at: [0] });
    expect(editor.children).toEqual([{ type: 'quote', children: [text('')] }]);
  });
  test('what anybody else wrote into it is put right when the text is edited', () => {
    const wild = {
      ...summary(),
      maxLength: '50',
      tool: null,
      level: 2,
      children: [text('typed'), text('twice')],
    };
    const editor = editorWith([wild, paragraph('After')], 1);
    editor.normalize({ force: true });
    expect(editor.children).toEqual([summary(), paragraph('After')]);
  });
  test('a field with nothing but a summary is not empty', () => {
    const editor = editorWith([summary()]);
    // what the host asks before it stores null
    expect(editor.isEmpty(editor.children[0] as Parameters<typeof editor.isEmpty>[0])).toBe(false);
  });
});

describe('when the host puts another text into the editor', () => {
  /** As the host's form does it: the same editor, drawn anew with another value. */
  const putIn = (editor: ReturnType<typeof editorWith>, blocks: object[]): void => {
    editor.deselect();
    editor.children = structuredClone(blocks) as typeof editor.children;
  };
  test('undo and redo leave it alone', () => {
    const editor = editorWith([paragraph('Otters')], null);
    editor.select(editor.end([0]));
    editor.insertText(' swim');
    putIn(editor, [paragraph('An answer')]);
    editor.undo();
    editor.redo();
    expect(editor.children).toEqual([paragraph('An answer')]);
  });
  test('what was undone before does not come back in it', () => {
    const editor = editorWith([paragraph('Otters')], null);
    editor.select(editor.end([0]));
    editor.insertText(' swim');
    editor.undo();
    putIn(editor, [paragraph('An answer')]);
    editor.redo();
    expect(editor.children).toEqual([paragraph('An answer')]);
  });
  test('what is typed into it from then on can be undone, and no more', () => {
    const editor = editorWith([paragraph('Otters')], null);
    editor.select(editor.end([0]));
    editor.insertText(' swim');
    putIn(editor, [paragraph('An answer'), summary()]);
    editor.select(editor.end([0]));
    editor.insertText('!');
    editor.undo();
    editor.undo();
    expect(editor.children).toEqual([paragraph('An answer'), summary()]);
    editor.redo();
    expect(editor.children).toEqual([paragraph('An answer!'), summary()]);
  });
  test('tidying up after a change is no other text: all of it is undone', () => {
    const editor = editorWith([summary({ tool: 'short' }), paragraph('After')], null);
    editor.apply({
      type: 'set_node',
      path: [0],
      properties: { type: 'paragraph' } as object,
      newProperties: { type: 'quote' } as object,
    });
    expect(editor.children[0]).toEqual({ type: 'quote', children: [text('')] });
    editor.undo();
    expect(editor.children).toEqual([summary({ tool: 'short' }), paragraph('After')]);
  });
});

test('a summary is known to belong to the editor that drew it last', () => {
  const [block] = [summary()];
  const first = editorWith([], null);
  const second = editorWith([], null);
  expect(ownerOf(block)).toBeNull();
  first.isVoid(block as unknown as Parameters<typeof first.isVoid>[0]);
  expect(ownerOf(block)).toBe(first);
  second.isVoid(block as unknown as Parameters<typeof second.isVoid>[0]);
  expect(ownerOf(block)).toBe(second);
});
