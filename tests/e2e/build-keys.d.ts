export const BUILD_KEYS: Record<string, string>;
