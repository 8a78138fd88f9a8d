/** The rows with one of them at another place; as they are when there is no such place. */
export const moveRow = <Row>(rows: readonly Row[], from: number, to: number): Row[] => {
  const moved = rows[from];
  if (moved === undefined || to < 0 || to >= rows.length) return [...rows];
  const others = rows.filter((_row, index) => index !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
};
