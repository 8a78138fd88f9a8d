import { createHash } from 'node:crypto';
import type { PreparedCall } from './run';

/** Which results are the same. */
export interface ResultKey {
  /** the tool's: what is cleared together */
  slug: string;
  /** of everything that decides the answer */
  digest: string;
}

/** Goes up when the same call would be answered differently by a new release of this plugin. */
const EDITION = 1;

/**
 * The key of a call. Whether the answer is streamed is no part of it, nor is the account that pays: neither changes what
 * is answered. JSON keeps the parts apart, so that no two different calls are written alike.
 */
export const resultKey = ({ tool, provider, call, dropped }: PreparedCall): ResultKey => {
  const parameters = Object.entries(call.parameters).sort(([left], [right]) => (left < right ? -1 : 1));
  const ingredients = [
    EDITION,
    tool.slug,
    tool.version,
    provider.id,
    provider.adapter.kind,
    provider.account.endpoint,
    call.method,
    call.model,
    call.prompt,
    call.system,
    call.roleTemplate,
    // some servers are told it
    call.contextWindow,
    parameters,
    call.functions,
    call.responseSchema,
    // changes nothing for the model, but is told with the answer
    dropped,
  ];
  const digest = createHash('sha256').update(JSON.stringify(ingredients)).digest('base64url');
  return { slug: tool.slug, digest };
};
