import type { Context } from 'koa';
import type { Caller } from '../engine/run';

const readText = (source: object, field: string): string | null => {
  const value: unknown = Reflect.get(source, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

/** Who is calling, by what the host verified and nothing else. */
export const readCaller = (ctx: Context): Caller => {
  const { strategy, credentials } = ctx.state.auth ?? {};
  // the connection's, or what a trusted proxy says when the host is told to trust one
  const address = ctx.request.ip || null;
  if (typeof credentials !== 'object' || credentials === null) {
    return { type: 'public', id: null, label: null, address };
  }
  const isToken = strategy?.name === 'content-api-token';
  return {
    type: isToken ? 'api-token' : 'user',
    id: readText(credentials, 'id'),
    label: readText(credentials, isToken ? 'name' : 'username'),
    address,
  };
};
