export interface Point {
  path: number[];
  offset: number;
}

type Unit = 'character' | 'word' | 'line' | 'block';

/**
 * The host's Blocks editor, as far as the block needs it. It is an editor of Slate, whose functions are also methods of
 * the editor itself: so nothing of Slate is imported, which the host neither shares with plugins nor makes a peer of
 * theirs. A copy of another version would break the editors of the whole site.
 */
export interface BlocksEditor {
  children: object[];
  selection: { anchor: Point; focus: Point } | null;
  isVoid(element: object): boolean;
  normalizeNode(entry: [node: object, path: number[]], options?: object): void;
  deleteBackward(unit: Unit): void;
  deleteForward(unit: Unit): void;
  insertBreak(): void;
  insertData(data: DataTransfer): void;
  withoutNormalizing(change: () => void): void;
  /** a value of null removes its key */
  setNodes(values: object, options: { at: number[] }): void;
  insertNodes(node: object, options: { at: number[]; voids?: boolean }): void;
  removeNodes(options: { at: number[]; voids?: boolean }): void;
  apply(operation: object): void;
  undo(): void;
  redo(): void;
  history: { undos: object[]; redos: object[] };
  select(target: Point): void;
  start(path: number[]): Point;
  end(path: number[]): Point;
  isStart(point: Point, path: number[]): boolean;
  isEnd(point: Point, path: number[]): boolean;
}
