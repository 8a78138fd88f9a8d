import { z } from 'zod';
import type { Fault } from './engine/faults';
import { describeFaults, toFaults } from './engine/faults';
import { readProviderFields } from './engine/provider-fields';
import type { ProviderFields } from './engine/provider-fields';
import { PERSONAL_DATA } from './engine/personal-data';
import type { PersonalData } from './engine/personal-data';
import { toLinear } from './engine/redaction-rules';
import type { RedactionRule } from './engine/redaction-rules';
import { SITE_DEFAULTS, SITE_RULES } from './engine/site-settings';
import { ADAPTERS } from './providers/registry';

const price = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

const isPersonalData = (rule: unknown): rule is PersonalData =>
  typeof rule === 'string' && Object.hasOwn(PERSONAL_DATA, rule);

const redactionRule = z.custom<RedactionRule>().superRefine((rule: unknown, context) => {
  if (isPersonalData(rule) || typeof rule === 'function') return;
  if (!(rule instanceof RegExp)) {
    const names = Object.keys(PERSONAL_DATA).map((name) => `"${name}"`);
    context.addIssue(`must be ${names.join(', ')}, a regular expression or a function`);
  } else if (!toLinear(rule)) {
    context.addIssue(
      `${String(rule)} needs backtracking, which could stop the site: leave out what looks ahead, behind or back, or give a function`,
    );
  }
});

const configSchema = z.strictObject({
  // each provider and each tool is checked by its own rules
  providers: z.record(z.string(), z.unknown()).default({}),
  tools: z.array(z.unknown()).default([]),
  prices: z.record(z.string().regex(/^[^/]+\/.+$/, 'must be written provider/model'), price).default({}),
  cache: z
    .strictObject({
      max_bytes: SITE_RULES['cache.max_bytes'].default(SITE_DEFAULTS['cache.max_bytes']),
    })
    .prefault({}),
  limits: z
    .strictObject({
      store: z.enum(['memory', 'database', 'redis']).default('database'),
      /** what becomes of runs while the store cannot be had */
      on_failure: z.enum(['allow', 'refuse']).default('allow'),
    })
    .prefault({}),
  /** for all tools together, in a month */
  budget_usd: SITE_RULES.budget_usd.nullish().transform((budget) => budget ?? SITE_DEFAULTS.budget_usd),
  redis: z
    .strictObject({ url: z.url({ protocol: /^rediss?$/ }), prefix: z.string().default('ai-tools:') })
    .nullish()
    .transform((redis) => redis ?? null),
  logs: z
    .strictObject({
      capture: SITE_RULES['logs.capture'].default(SITE_DEFAULTS['logs.capture']),
      /** of inputs and of output, each; the rest is cut off */
      max_body_bytes: SITE_RULES['logs.max_body_bytes'].default(SITE_DEFAULTS['logs.max_body_bytes']),
      redact: z.array(redactionRule).default([]),
      retention_days: SITE_RULES['logs.retention_days'].default(SITE_DEFAULTS['logs.retention_days']),
      durability: z.enum(['journal', 'database']).default('journal'),
      /** where the host's starter keeps its SQLite file: neither served, committed nor watched */
      journal_folder: z.string().min(1).default('.tmp/ai-tools-journal'),
    })
    .prefault({}),
  content: z
    .strictObject({
      /** whether `[ai_summary]` is there; a site's own shortcodes are, in any case */
      shortcodes: z.boolean().default(true),
      /** the slug of the tool for shortcodes and blocks that name none */
      summary_tool: z.string().min(1).default('content-summarizer'),
      /** by uid; only these are rendered on read */
      types: z
        .record(
          z.string().regex(/^(api|plugin)::/, 'must be the uid of a content type'),
          z.strictObject({
            render: z.enum(['on-request', 'always']).default('on-request'),
            /** what is summarized; the longest text of an entry unless told */
            summary_field: z
              .string()
              .min(1)
              .nullish()
              .transform((field) => field ?? null),
          }),
        )
        .default({}),
      /** runs that one answer may have under way at a time */
      max_concurrent: z.int().min(1).max(50).default(4),
      /** after so long an answer goes out, what is not there yet left empty */
      deadline_ms: z.int().min(1).max(600_000).default(10_000),
    })
    .prefault({}),
  network: z
    .strictObject({ allow_private_endpoints: z.array(z.string()).default(['ollama', 'openai-compatible']) })
    .prefault({}),
});

/** The site's configuration of the plugin, every default filled in. */
export type PluginConfig = Omit<z.output<typeof configSchema>, 'providers'> & {
  providers: Record<string, ProviderFields>;
};

/** The parts that providers are checked with; a fault in one of them is told by the whole schema, not here. */
const providerParts = z.object({
  providers: configSchema.shape.providers.catch({}),
  network: configSchema.shape.network.catch({ allow_private_endpoints: [] }),
});

const readProviders = (source: unknown, faults: Fault[]): Record<string, ProviderFields> => {
  const parts = providerParts.safeParse(source).data;
  const rules = { adapters: ADAPTERS, privateEndpointKinds: parts?.network.allow_private_endpoints ?? [] };
  const providers: Record<string, ProviderFields> = {};
  for (const [id, provider] of Object.entries(parts?.providers ?? {})) {
    const outcome = readProviderFields(id, provider, rules);
    if ('fields' in outcome) providers[id] = outcome.fields;
    else
      faults.push(
        ...outcome.faults.map(({ field, message }) => ({ field: `providers.${id}.${field}`, message })),
      );
  }
  return providers;
};

/** Reads `config/plugins`; throws an Error that names every faulty key. Tools are checked later, with their providers. */
export const parseConfig = (source: unknown): PluginConfig => {
  const reading = configSchema.safeParse(source);
  const faults: Fault[] = reading.success ? [] : toFaults(reading.error);
  const providers = readProviders(source, faults);
  if (reading.data?.limits.store === 'redis' && reading.data.redis === null) {
    faults.push({ field: 'limits.store', message: 'needs redis.url, which is not set.' });
  }
  if (!reading.success || faults.length > 0) throw new Error(describeFaults(faults));
  return { ...reading.data, providers };
};

/**
 * No defaults here: the host would merge its arrays with the site's by position, so that a shorter list could
 * never be set. `parseConfig` fills them.
 */
export const config = {
  default: {},
  validator: (source: unknown) => {
    parseConfig(source);
  },
};
