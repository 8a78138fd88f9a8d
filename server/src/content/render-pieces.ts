import type { Piece, Shortcode } from './parse-shortcodes';

/** Puts in the place of each shortcode what `renderOne` makes of it, those that are enclosed first, and reads nothing twice. */
export const renderPieces = async (
  pieces: readonly Piece[],
  renderOne: (shortcode: Shortcode) => Promise<string>,
): Promise<string> => {
  const parts = await Promise.all(
    pieces.map(async (piece) => {
      if (typeof piece === 'string') return piece;
      const { name, attributes } = piece;
      const content = piece.pieces && (await renderPieces(piece.pieces, renderOne));
      return renderOne({ name, attributes, content });
    }),
  );
  return parts.join('');
};
