import * as React from 'react';
import { isJsonObject } from '../../../../contracts/json-object';
import type { BlocksEditor } from './blocks-editor';
import { readSettings } from './summary-node';
import type { SummarySettings } from './summary-node';

/** The settings of a block, and how to change them. */
export const useSettings = (element: object, editor: BlocksEditor | null) => {
  // each change makes another element of the block, and the next may come before that is drawn
  const latest = React.useRef(element);
  React.useLayoutEffect(() => {
    latest.current = element;
  }, [element]);

  const change = (changes: Partial<SummarySettings>): void => {
    const index = editor?.children.indexOf(latest.current) ?? -1;
    if (!editor || index < 0) return;
    editor.setNodes(changes, { at: [index] });
    latest.current = editor.children[index] ?? element;
  };
  return { settings: readSettings(isJsonObject(element) ? element : {}), change };
};
