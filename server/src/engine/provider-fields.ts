import { z } from 'zod';
import { findAddressFault, findEndpointFault } from '../providers/endpoint-rules';
import type { Fault } from './faults';
import { toFaults } from './faults';
import { isSlug } from './slug';
import { parameterFields } from './tool-definition';

/** An absent field, null and the empty string are the same: nobody set it. `env('X')` of an unset X is one of them. */
const longText = z
  .string()
  .trim()
  .nullish()
  .transform((value) => value || null);

/** One line of text; its column takes 255 characters. */
const text = z
  .string()
  .trim()
  .max(255)
  .nullish()
  .transform((value) => value || null);

/** It travels in a header: a line break or a typographic dash in it would only be found when it is sent. */
const key = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]*$/, 'must be one line of plain letters, digits and signs')
  .nullish()
  .transform((value) => value || null);

const MAX_TIMEOUT_MS = 3_600_000;
const MAX_CONTEXT_WINDOW = 10_000_000;

const wholeNumber = (max: number) =>
  z
    .int()
    .min(1)
    .max(max)
    .nullish()
    .transform((value) => value ?? null);

/** Everything that configuration and settings may say of a provider. Field names are the specification's. */
export const providerFieldsSchema = z.strictObject({
  kind: text,
  label: text,
  endpoint: longText,
  api_key: key,
  model: text,
  ...parameterFields,
  system_instruction: longText,
  prompt_template: longText,
  context_window: wholeNumber(MAX_CONTEXT_WINDOW),
  timeout_ms: wholeNumber(MAX_TIMEOUT_MS),
  enabled: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
});

export type ProviderFields = z.output<typeof providerFieldsSchema>;

export const PROVIDER_FIELDS: readonly string[] = Object.keys(providerFieldsSchema.shape);

export interface ProviderRules {
  kinds: readonly string[];
  privateEndpointKinds: readonly string[];
}

const judgeEndpoint = (endpoint: string, allowPrivate: boolean): Fault[] => {
  const mistyped = findEndpointFault(endpoint);
  if (mistyped !== null) return [{ field: 'endpoint', message: mistyped }];
  const refused = findAddressFault(endpoint, allowPrivate);
  return refused === null ? [] : [{ field: 'endpoint', message: refused, reason: 'endpoint_not_allowed' }];
};

/** Checks one provider as somebody wrote it; `faults` holds everything that is wrong, each with its field. */
export const readProviderFields = (
  id: string,
  source: unknown,
  { kinds, privateEndpointKinds }: ProviderRules,
): { fields: ProviderFields } | { faults: Fault[] } => {
  const reading = providerFieldsSchema.safeParse(source);
  const faults: Fault[] = reading.success ? [] : toFaults(reading.error);
  if (!isSlug(id)) {
    faults.push({
      field: 'provider_id',
      message: 'must be lowercase words with hyphens, such as my-server, of at most 100 characters.',
    });
  }
  if (reading.success) {
    const { endpoint } = reading.data;
    const kind = reading.data.kind ?? id;
    if (!kinds.includes(kind)) {
      faults.push({ field: 'kind', message: `must be one of ${kinds.join(', ')}.` });
    }
    if (endpoint) faults.push(...judgeEndpoint(endpoint, privateEndpointKinds.includes(kind)));
    if (faults.length === 0) return { fields: reading.data };
  }
  return { faults };
};
