import type { ToolFieldValues } from '../../../../../contracts/tool-fields';
import type { ToolProviderChoice } from '../../../../../contracts/tool-options';
import { TOOL_TEMPLATES } from '../../../../../contracts/tool-templates';

const NOTHING: ToolFieldValues = {
  name: '',
  slug: '',
  description: '',
  provider: '',
  method: '',
  input_schema: { type: 'object', properties: {} },
  prompt_template: '',
  system_instruction: null,
  model: null,
  temperature: null,
  max_tokens: null,
  top_p: null,
  top_k: null,
  stop: null,
  functions: null,
  response_schema: null,
  rate_limit: null,
  rate_limit_per_caller: null,
  cache_duration: null,
  budget_usd: null,
  fallbacks: null,
  examples: null,
  enabled: true,
};

/** What a new tool begins with: a template's fields or none, and the first provider that was set up and can be called. */
export const newTool = (
  templateId: string | null,
  providers: readonly ToolProviderChoice[],
): ToolFieldValues => {
  const template = TOOL_TEMPLATES.find(({ id }) => id === templateId);
  const ready = providers.filter(({ problem }) => problem === null);
  const provider =
    ready.find(({ kind, is_set_up: isSetUp }) => isSetUp && kind !== 'sandbox') ??
    // made-up text at once, rather than a server that may not be running
    ready.find(({ kind }) => kind === 'sandbox') ??
    ready[0] ??
    providers[0];
  return {
    ...NOTHING,
    ...template?.tool,
    provider: provider?.id ?? '',
    method: provider?.methods[0] ?? '',
  };
};
