import type { BlocksEditor } from './blocks-editor';

/**
 * Makes an editor forget what could be undone as soon as the host has put another text into it, as when an answer is
 * inserted into the form. The host keeps the editor, and what it remembers are changes of the text before: undone in the
 * new one, they would damage it.
 */
export const forgetReplaced = (editor: BlocksEditor): void => {
  const { apply, undo, redo } = editor;
  let known = editor.children;
  // while an operation is applied, those that tidy up after it come through here as well
  let depth = 0;

  const look = (): void => {
    if (depth === 0 && editor.children !== known) {
      editor.history = { undos: [], redos: [] };
      known = editor.children;
    }
  };
  editor.apply = (operation) => {
    look();
    depth += 1;
    try {
      apply(operation);
    } finally {
      depth -= 1;
      known = editor.children;
    }
  };
  editor.undo = () => {
    look();
    undo();
  };
  editor.redo = () => {
    look();
    redo();
  };
};
