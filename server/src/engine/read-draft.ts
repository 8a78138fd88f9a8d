import { z } from 'zod';
import { isJsonObject } from '../../../contracts/json-object';
import { toolDefinitionSchema } from './tool-definition';
import type { ToolDefinition } from './tool-definition';

const anyFields = z.object(toolDefinitionSchema.shape).partial();

/** The fields of a draft that are right in themselves; the others are as if nobody had set them. */
export const readDraft = (source: unknown): Partial<ToolDefinition> => {
  if (!isJsonObject(source)) return {};
  const whole = anyFields.safeParse(source);
  if (whole.success) return whole.data;
  const faulty = new Set(whole.error.issues.map(({ path }) => path[0]));
  return anyFields.parse(Object.fromEntries(Object.entries(source).filter(([field]) => !faulty.has(field))));
};
