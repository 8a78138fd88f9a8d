import { isJsonObject } from '../../../../../contracts/json-object';
import type { AdminTool, UpdateConflict } from '../../../../../contracts/tool-admin';
import type { ToolFault } from '../../../../../contracts/tool-fields';

const toFault = (error: unknown): ToolFault[] => {
  if (!isJsonObject(error) || typeof error.message !== 'string') return [];
  const path = Array.isArray(error.path) ? error.path : [];
  return [{ field: path.join('.'), message: error.message }];
};

/** The faults that a refused write names, with the paths as the server's check has them; empty when it names none. */
export const faultsOf = (error: unknown): ToolFault[] =>
  isJsonObject(error) &&
  error.name === 'ValidationError' &&
  isJsonObject(error.details) &&
  Array.isArray(error.details.errors)
    ? error.details.errors.flatMap(toFault)
    : [];

const isConflict = (details: unknown): details is UpdateConflict =>
  isJsonObject(details) && isJsonObject(details.current) && isJsonObject(details.current.fields);

/** The tool as it is now, when a write was refused because somebody else changed it; null otherwise. */
export const conflictOf = (error: unknown): AdminTool | null =>
  isJsonObject(error) && error.name === 'ConflictError' && isConflict(error.details)
    ? error.details.current
    : null;
