import type { Context } from 'koa';
import type { Caller } from '../engine/run';

const readText = (source: object, field: string): string | null => {
  const value: unknown = Reflect.get(source, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

interface Kind {
  type: Caller['type'];
  readLabel(credentials: object): string | null;
}

const readName = (administrator: object): string | null =>
  ['firstname', 'lastname'].flatMap((field) => readText(administrator, field) ?? []).join(' ') ||
  readText(administrator, 'email');

const TOKEN: Kind = { type: 'api-token', readLabel: (token) => readText(token, 'name') };

/** By the name of the host's strategy. */
const KINDS: Record<string, Kind> = {
  'content-api-token': TOKEN,
  'admin-token': TOKEN,
  admin: { type: 'admin', readLabel: readName },
};
const USER: Kind = { type: 'user', readLabel: (user) => readText(user, 'username') };

/** Who is calling, by what the host verified and nothing else. */
export const readCaller = (ctx: Context): Caller => {
  const { strategy, credentials } = ctx.state.auth ?? {};
  // the connection's, or what a trusted proxy says when the host is told to trust one
  const address = ctx.request.ip || null;
  if (typeof credentials !== 'object' || credentials === null) {
    return { type: 'public', id: null, label: null, address };
  }
  const { type, readLabel } = KINDS[String(strategy?.name)] ?? USER;
  return { type, id: readText(credentials, 'id'), label: readLabel(credentials), address };
};
