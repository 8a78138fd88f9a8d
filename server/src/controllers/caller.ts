import type { Context } from 'koa';
import type { Caller } from '../engine/run';

const PUBLIC: Caller = { type: 'public', id: null, label: null };

const readText = (source: object, field: string): string | null => {
  const value: unknown = Reflect.get(source, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

/** Who is calling, by what the host verified and nothing else. */
export const readCaller = (ctx: Context): Caller => {
  const { strategy, credentials } = ctx.state.auth ?? {};
  if (typeof credentials !== 'object' || credentials === null) return PUBLIC;
  const isToken = strategy?.name === 'content-api-token';
  return {
    type: isToken ? 'api-token' : 'user',
    id: readText(credentials, 'id'),
    label: readText(credentials, isToken ? 'name' : 'username'),
  };
};
