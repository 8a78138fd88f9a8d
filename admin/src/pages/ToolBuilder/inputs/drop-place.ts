/** Top and bottom of a row on the screen. */
export interface Extent {
  top: number;
  bottom: number;
}

/** Where a row that is dragged from `from` lands when it is dropped at the height `y`. */
export const dropPlace = (rows: readonly Extent[], from: number, y: number): number => {
  const above = rows.filter(({ top, bottom }) => (top + bottom) / 2 < y).length;
  // the row itself is still among them
  const place = above > from ? above - 1 : above;
  return Math.max(0, Math.min(place, rows.length - 1));
};

/** How far to scroll in one frame when something is dragged at `y`: the nearer to an edge, the faster. */
export const scrollStep = (view: Extent, y: number): number => {
  const EDGE = 60;
  const FASTEST = 16;
  if (y < view.top + EDGE) return -Math.min(FASTEST, Math.ceil(((view.top + EDGE - y) / EDGE) * FASTEST));
  if (y > view.bottom - EDGE)
    return Math.min(FASTEST, Math.ceil(((y - view.bottom + EDGE) / EDGE) * FASTEST));
  return 0;
};
