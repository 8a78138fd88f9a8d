import { z } from 'zod';
import type { ProviderAdapter } from '../providers/adapter';
import { findEndpointFault } from '../providers/endpoint-rules';
import { findRoleTemplateFault } from '../providers/role-template';
import type { Fault } from './faults';
import { toFaults } from './faults';
import { findHostingFault } from './model-catalogue';
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

const MAX_TIMEOUT_MS = 3_600_000;
const MAX_CONTEXT_WINDOW = 10_000_000;

/** Everything that configuration and settings may say of a provider. Field names are the specification's. */
export const providerFieldsSchema = z.strictObject({
  kind: text,
  label: text,
  endpoint: longText,
  api_key: longText,
  model: text,
  ...parameterFields,
  system_instruction: longText,
  prompt_template: longText,
  context_window: z
    .int()
    .min(1)
    .max(MAX_CONTEXT_WINDOW)
    .nullish()
    .transform((value) => value ?? null),
  timeout_ms: z
    .int()
    .min(1)
    .max(MAX_TIMEOUT_MS)
    .nullish()
    .transform((value) => value ?? null),
  enabled: z
    .boolean()
    .nullish()
    .transform((value) => value ?? null),
});

export type ProviderFields = z.output<typeof providerFieldsSchema>;

export const PROVIDER_FIELDS: readonly string[] = Object.keys(providerFieldsSchema.shape);

export interface ProviderRules {
  adapters: readonly ProviderAdapter[];
  privateEndpointKinds: readonly string[];
}

const PROVIDER_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** What is wrong with fields that are right in themselves, but not for this kind or not with each other. */
const findRelatedFaults = (
  { endpoint, model, prompt_template }: ProviderFields,
  adapter: ProviderAdapter,
  allowPrivate: boolean,
): Fault[] => {
  const faults: [field: string, message: string | null][] = [
    ['endpoint', endpoint && findEndpointFault(endpoint, allowPrivate)],
    ['model', model && findHostingFault(model, adapter, endpoint ?? adapter.defaultEndpoint)],
    ['prompt_template', prompt_template && findTemplateFault(prompt_template, adapter)],
  ];
  return faults.flatMap(([field, message]) => (message ? [{ field, message }] : []));
};

const findTemplateFault = (template: string, { label, rawMethods }: ProviderAdapter): string | null => {
  if (rawMethods.length > 0) return findRoleTemplateFault(template);
  return `has no use here: ${label} puts role markers around the messages by itself.`;
};

/** Checks one provider as somebody wrote it; `faults` holds everything that is wrong, each with its field. */
export const readProviderFields = (
  id: string,
  source: unknown,
  { adapters, privateEndpointKinds }: ProviderRules,
): { fields: ProviderFields } | { faults: Fault[] } => {
  const reading = providerFieldsSchema.safeParse(source);
  const faults: Fault[] = reading.success ? [] : toFaults(reading.error);
  if (!PROVIDER_ID.test(id)) {
    faults.push({
      field: 'provider_id',
      message: 'must be lowercase words with hyphens, such as my-server.',
    });
  }
  if (reading.success) {
    const kind = reading.data.kind ?? id;
    const adapter = adapters.find((candidate) => candidate.kind === kind);
    const kinds = adapters.map((candidate) => candidate.kind).join(', ');
    if (!adapter) faults.push({ field: 'kind', message: `must be one of ${kinds}.` });
    else faults.push(...findRelatedFaults(reading.data, adapter, privateEndpointKinds.includes(kind)));
    if (faults.length === 0) return { fields: reading.data };
  }
  return { faults };
};
