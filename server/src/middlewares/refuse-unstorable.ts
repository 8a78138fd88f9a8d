import type { Context, Next } from 'koa';
import { toValidationError } from '../document-rules/validation-error';
import { isStorableText } from '../engine/storable';

const isStorable = (root: unknown): boolean => {
  // a list and no recursion: a body can be nested deeper than the stack is
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && !isStorableText(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) waiting.push(key, part);
  }
  return true;
};

/**
 * For routes whose requests end up in the database, as what is stored or as what is looked for: PostgreSQL fails of some
 * texts, of which nobody means any.
 */
export const refuseUnstorable =
  ({ inBodies }: { inBodies: boolean }) =>
  async (ctx: Context, next: Next): Promise<void> => {
    const parts = [ctx.params, ctx.query, ...(inBodies ? [ctx.request.body] : [])];
    if (!parts.every(isStorable)) {
      throw toValidationError('The request holds the character NUL, or half of a character.', []);
    }
    await next();
  };
