export type DatabaseKind = 'postgres' | 'mariadb';
export type ServerKind = DatabaseKind | 'redis';
export const SERVERS: Record<DatabaseKind, { variable: string; fallback: string }>;
export const REDIS: { variable: string; fallback: string };
export function serverUrl(kind: ServerKind): URL;
export function isReachable(kind: ServerKind): Promise<boolean>;
