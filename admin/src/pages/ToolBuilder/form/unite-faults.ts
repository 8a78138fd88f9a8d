import type { ToolFault } from '../../../../../contracts/tool-fields';

/** The faults of several sources, each told once. */
export const uniteFaults = (...sources: (readonly ToolFault[])[]): ToolFault[] => [
  ...new Map(sources.flat().map((fault) => [JSON.stringify([fault.field, fault.message]), fault])).values(),
];
