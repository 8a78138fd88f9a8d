import type { TextKey } from '../../../components/Texts';
import type { ToolField } from './compare-conflict';

/** What each field of a tool is called on the screen. */
export const FIELD_LABELS = {
  name: 'tool-builder.name',
  slug: 'tool-builder.slug',
  description: 'tool-builder.description',
  provider: 'tool-builder.provider',
  method: 'tool-builder.method',
  input_schema: 'tool-builder.inputs',
  prompt_template: 'tool-builder.prompt',
  system_instruction: 'tool-builder.system',
  model: 'tool-builder.model',
  temperature: 'parameter.temperature',
  max_tokens: 'parameter.max_tokens',
  top_p: 'parameter.top_p',
  top_k: 'parameter.top_k',
  stop: 'tool-builder.stop',
  functions: 'tool-builder.section.functions',
  response_schema: 'tool-builder.response',
  rate_limit: 'tool-builder.rate_limit',
  rate_limit_per_caller: 'tool-builder.rate_limit_per_caller',
  cache_duration: 'tool-builder.cache_duration',
  budget_usd: 'tool-builder.budget_usd',
  fallbacks: 'tool-builder.section.fallbacks',
  examples: 'tool-builder.examples',
  enabled: 'tool-builder.enabled',
} as const satisfies Record<ToolField, TextKey>;
