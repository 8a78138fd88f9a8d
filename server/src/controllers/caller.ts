import type { Context } from 'koa';
import type { Caller } from '../engine/run';

const readText = (source: object, field: string): string | null => {
  const value: unknown = Reflect.get(source, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

/** By the name of the host's strategy: the type, and the fields of the credentials that name their owner. */
const TYPES: Record<string, { type: Caller['type']; label: readonly string[] }> = {
  'content-api-token': { type: 'api-token', label: ['name'] },
  admin: { type: 'admin', label: ['firstname', 'lastname'] },
};
const USER = { type: 'user', label: ['username'] } as const;

/** Who is calling, by what the host verified and nothing else. */
export const readCaller = (ctx: Context): Caller => {
  const { strategy, credentials } = ctx.state.auth ?? {};
  // the connection's, or what a trusted proxy says when the host is told to trust one
  const address = ctx.request.ip || null;
  if (typeof credentials !== 'object' || credentials === null) {
    return { type: 'public', id: null, label: null, address };
  }
  const { type, label } = TYPES[String(strategy?.name)] ?? USER;
  return {
    type,
    id: readText(credentials, 'id'),
    label: label.flatMap((field) => readText(credentials, field) ?? []).join(' ') || null,
    address,
  };
};
