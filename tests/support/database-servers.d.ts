export type ServerKind = 'postgres' | 'mariadb';
export const SERVERS: Record<ServerKind, { variable: string; fallback: string }>;
export function serverUrl(kind: ServerKind): URL;
export function isReachable(kind: ServerKind): Promise<boolean>;
