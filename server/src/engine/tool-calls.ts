import type { ToolCall, ToolCallPiece } from '../providers/adapter';

/** A piece as a streaming caller receives it: calls are numbered from 0. */
export type NumberedPiece = ToolCallPiece & { index: number };

/**
 * Joins the pieces in which the calls of a streamed answer arrive. Providers number all parts of an answer, so that
 * the calls among them have gaps; what is handed on is numbered from 0.
 */
export const createToolCalls = () => {
  const calls: ToolCall[] = [];
  const positions = new Map<number, number>();

  const addPiece = ({ index, ...piece }: ToolCallPiece): NumberedPiece => {
    const known = index === null ? undefined : positions.get(index);
    const position = known ?? calls.length;
    const call = calls[position] ?? { id: `call_${position}`, name: '', arguments: '' };
    if (index !== null) positions.set(index, position);
    calls[position] = {
      id: piece.id ?? call.id,
      name: piece.name ?? call.name,
      arguments: call.arguments + (piece.arguments ?? ''),
    };
    return { ...piece, index: position, ...(known === undefined && { id: piece.id ?? call.id }) };
  };

  return {
    /** Takes pieces in and gives them back as a streaming caller receives them. */
    add: (pieces: readonly ToolCallPiece[]): NumberedPiece[] => pieces.map(addPiece),
    all: (): ToolCall[] => [...calls],
  };
};
