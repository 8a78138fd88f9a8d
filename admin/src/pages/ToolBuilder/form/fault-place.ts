import type { ToolFault } from '../../../../../contracts/tool-fields';
import type { ToolField } from './compare-conflict';
import { FIELD_LABELS } from './field-labels';

export interface FaultPlace {
  /** whether it is one of the model beside the draft's */
  isOfTarget: boolean;
  /** null when only the server knows a name for it */
  field: ToolField | null;
  /** the path as the server wrote it */
  path: string;
}

const FIELDS = Object.keys(FIELD_LABELS).filter((name): name is ToolField => name in FIELD_LABELS);

/** Where a fault of a draft is, so that it can be told in words. */
export const placeOf = ({ field: path }: ToolFault): FaultPlace => {
  const isOfTarget = path.startsWith('target.');
  const [root = ''] = /^[^.[]*/.exec(isOfTarget ? path.slice('target.'.length) : path) ?? [];
  return { isOfTarget, path, field: FIELDS.find((name) => name === root) ?? null };
};
