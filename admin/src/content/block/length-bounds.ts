import type { ContentTool } from '../../../../contracts/content';
import { isJsonObject } from '../../../../contracts/json-object';
import { MAX_LENGTH, MIN_LENGTH } from './summary-node';

export interface Bounds {
  min: number;
  max: number;
}

/** How long a summary may be asked for: what the tool takes as its `max_length`, where it says so. */
export const lengthBounds = (tool: Pick<ContentTool, 'input_schema'> | null): Bounds => {
  const inputs = tool?.input_schema.properties;
  const length = isJsonObject(inputs) ? inputs.max_length : null;
  const { minimum, maximum } = isJsonObject(length) ? length : {};
  return {
    min: typeof minimum === 'number' ? Math.max(MIN_LENGTH, Math.ceil(minimum)) : MIN_LENGTH,
    max: typeof maximum === 'number' ? Math.floor(maximum) : MAX_LENGTH,
  };
};
