import type { ProviderAdapter } from '../providers/adapter';

/** Why a key is asked for again; ends a sentence. */
export const HOST_CHANGES = 'because the endpoint has another host, or is no longer https';

/**
 * Whether a key that was given for one endpoint may be sent to another. Whoever may change an endpoint could
 * otherwise have a key, which nobody can read, sent to a server of their own.
 */
export const mayFollow = (givenFor: string | null, endpoint: string | null): boolean => {
  if (givenFor === endpoint) return true;
  if (givenFor === null || endpoint === null) return false;
  if (!URL.canParse(givenFor) || !URL.canParse(endpoint)) return false;
  const [before, after] = [new URL(givenFor), new URL(endpoint)];
  return before.host === after.host && (before.protocol === after.protocol || after.protocol === 'https:');
};

/** The endpoint of a stored row, with what stands in for one that nobody set. */
export const endpointOfRow = (
  row: { kind?: unknown; endpoint?: unknown },
  adapters: readonly ProviderAdapter[],
): string | null => {
  const { kind, endpoint } = row;
  if (typeof endpoint === 'string' && endpoint.trim() !== '') return endpoint.trim();
  return adapters.find((adapter) => adapter.kind === kind)?.defaultEndpoint ?? null;
};
