import { z } from 'zod';
import type { ProviderAdapter } from '../providers/adapter';
import { findAddressFault, findEndpointFault } from '../providers/endpoint-rules';
import { findRoleTemplateFault } from '../providers/role-template';
import type { Fault } from './faults';
import { toFaults } from './faults';
import { findHostingFault } from './model-catalogue';
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

/** In the address of a provider's page of the panel its id stands where this does. */
const PAGE_FOR_ADDING = 'new';

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
  adapters: readonly ProviderAdapter[];
  privateEndpointKinds: readonly string[];
}

const judgeEndpoint = (endpoint: string, allowPrivate: boolean): Fault[] => {
  const mistyped = findEndpointFault(endpoint);
  if (mistyped !== null) return [{ field: 'endpoint', message: mistyped }];
  const refused = findAddressFault(endpoint, allowPrivate);
  return refused === null ? [] : [{ field: 'endpoint', message: refused, reason: 'endpoint_not_allowed' }];
};

/** What is wrong with fields that are right in themselves, but not for this kind or not with each other. */
const findRelatedFaults = (
  { endpoint, model, prompt_template }: ProviderFields,
  adapter: ProviderAdapter,
): Fault[] => {
  const faults: [field: string, message: string | null][] = [
    ['model', model && findHostingFault(model, adapter, endpoint ?? adapter.defaultEndpoint)],
    ['prompt_template', prompt_template && findTemplateFault(prompt_template, adapter)],
  ];
  return faults.flatMap(([field, message]) => (message ? [{ field, message }] : []));
};

const findTemplateFault = (template: string, { label, rawMethods }: ProviderAdapter): string | null => {
  if (rawMethods.length > 0) return findRoleTemplateFault(template);
  return `has no use here: ${label} puts role markers around the messages by itself.`;
};

/** The fields that could be read, so that what is wrong with these is told together with what is wrong with the others. */
const readSoundFields = (source: unknown, faults: readonly Fault[]): ProviderFields | undefined => {
  const faulty = faults.map(({ field }) => field);
  const sound = Object.entries(Object(source)).filter(([field]) => !faulty.includes(field));
  return providerFieldsSchema.safeParse(Object.fromEntries(sound)).data;
};

/** Checks one provider as somebody wrote it; `faults` holds everything that is wrong, each with its field. */
export const readProviderFields = (
  id: string,
  source: unknown,
  { adapters, privateEndpointKinds }: ProviderRules,
): { fields: ProviderFields } | { faults: Fault[] } => {
  const reading = providerFieldsSchema.safeParse(source);
  const faults: Fault[] = reading.success ? [] : toFaults(reading.error);
  const isKindRead = !faults.some(({ field }) => field === 'kind');
  const fields = reading.success ? reading.data : readSoundFields(source, faults);
  if (!isSlug(id)) {
    faults.push({
      field: 'provider_id',
      message: 'must be lowercase words with hyphens, such as my-server, of at most 100 characters.',
    });
  }
  if (id === PAGE_FOR_ADDING) {
    faults.push({
      field: 'provider_id',
      message: `cannot be "${PAGE_FOR_ADDING}": the panel's page for adding a provider has this address.`,
    });
  }
  if (!fields) return { faults };

  const kind = fields.kind ?? id;
  const adapter = adapters.find((candidate) => candidate.kind === kind);
  if (!adapter && isKindRead) {
    const kinds = adapters.map((candidate) => candidate.kind).join(', ');
    faults.push({ field: 'kind', message: `must be one of ${kinds}.` });
  }
  if (fields.endpoint) faults.push(...judgeEndpoint(fields.endpoint, privateEndpointKinds.includes(kind)));
  if (adapter) faults.push(...findRelatedFaults(fields, adapter));
  return faults.length > 0 ? { faults } : { fields };
};
