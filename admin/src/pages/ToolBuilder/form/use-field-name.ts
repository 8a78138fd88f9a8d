import type { ToolFault } from '../../../../../contracts/tool-fields';
import { useText } from '../../../components/Texts';
import { placeOf } from './fault-place';
import { FIELD_LABELS } from './field-labels';

/** Tells which field a fault is in, by the name that the field has on the screen. */
export const useFieldName = (): ((fault: ToolFault) => string) => {
  const text = useText();
  return (fault) => {
    const { field, isOfTarget, path } = placeOf(fault);
    const name = field ? text(FIELD_LABELS[field]) : path;
    return isOfTarget ? text('playground.of-target', { field: name }) : name;
  };
};
