import { OTHER } from '../../../../../contracts/analytics';
import type { FiguresGroup } from '../../../../../contracts/analytics';
import { TOOL_COLUMNS } from './tool-columns';

/** Tools by one of their figures, as the host's tables write it: `cost:DESC`. Anything else leaves them by their runs. */
export const orderTools = (tools: readonly FiguresGroup[], sort: string | null): readonly FiguresGroup[] => {
  const [name, direction] = (sort ?? '').split(':');
  const column = TOOL_COLUMNS.find((one) => one.name === name);
  if (!column) return tools;
  const sign = direction?.toUpperCase() === 'DESC' ? -1 : 1;
  // what is not known, and what is put together, comes last in both directions
  const rank = (tool: FiguresGroup): number => (tool.key === OTHER ? 2 : column.value(tool) === null ? 1 : 0);
  return [...tools].sort(
    (a, b) => rank(a) - rank(b) || sign * ((column.value(a) ?? 0) - (column.value(b) ?? 0)),
  );
};
