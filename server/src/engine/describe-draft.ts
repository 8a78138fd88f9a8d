import type { InputFault } from '../../../contracts/errors';
import type { CheckTool, PlaceholderReport } from '../../../contracts/tool-check';
import { estimatePrompt } from './context-window';
import { describeCall } from './effective-call';
import { compileInputSchema } from './input-schema';
import type { Inputs } from './input-schema';
import { isJsonObject } from '../../../contracts/json-object';
import { compilePromptTemplate } from './prompt-template';
import type { PromptTemplate } from './prompt-template';
import type { Provider } from './provider';
import { readDraft } from './read-draft';
import type { ToolDefinition } from './tool-definition';

type Report = CheckTool.Response['data'];

const compile = (source: string | null | undefined): PromptTemplate | null => {
  try {
    return source ? compilePromptTemplate(source) : null;
  } catch {
    // the check of the whole tool says why
    return null;
  }
};

const reportOn = (template: PromptTemplate | null, names: readonly string[]): PlaceholderReport => {
  const placeholders = template?.placeholders ?? [];
  return {
    known: placeholders.filter((name) => names.includes(name)),
    unknown: placeholders.filter((name) => !names.includes(name)),
  };
};

const render = (template: PromptTemplate | null, source: string, inputs: Inputs): string => {
  try {
    return template ? template.render(inputs) : source;
  } catch {
    return source;
  }
};

/** The inputs of a schema that may be broken still, and what it makes of the values. */
const readInputs = (schema: unknown, typed: Inputs | null) => {
  const compiled = compileInputSchema(schema);
  if ('faults' in compiled) {
    const names = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
    return { names: Object.keys(names), inputs: typed ?? {}, faults: [] };
  }
  const { names, validate } = compiled;
  const outcome = validate(typed ?? {});
  if ('inputs' in outcome) return { names, inputs: outcome.inputs, faults: [] };
  const faults: InputFault[] = typed === null ? [] : outcome.faults;
  return { names, inputs: typed ?? {}, faults };
};

const countTokens = (
  draft: Partial<ToolDefinition>,
  { prompt, system }: { prompt: string; system: string },
  provider: Provider | null,
  effective: Report['effective'],
): Report['tokens'] => {
  const isRaw = provider?.adapter.rawMethods.some((method) => method === effective?.method);
  const tokens = estimatePrompt({
    prompt,
    system: system || (provider?.systemInstruction ?? null),
    roleTemplate: isRaw ? (provider?.roleTemplate ?? null) : null,
    functions: draft.functions ?? [],
    responseSchema: isJsonObject(draft.response_schema) ? draft.response_schema : null,
  });
  const answer = effective ? (effective.parameters.max_tokens ?? null) : (draft.max_tokens ?? null);
  const window = effective?.context_window ?? null;
  return {
    prompt: tokens,
    answer,
    context_window: window,
    fits: window === null || tokens + (answer ?? 0) <= window,
  };
};

/** What the builder shows beside a draft, however much of it is wrong or missing. */
export const describeDraft = (
  source: unknown,
  {
    findProvider,
    inputs: typed,
  }: { findProvider(id: string): Provider | null; inputs: Record<string, unknown> | null },
): Pick<Report, 'placeholders' | 'tokens' | 'effective' | 'input_faults'> => {
  const draft = readDraft(source);
  const { names, inputs, faults } = readInputs(draft.input_schema, typed);
  const prompt = compile(draft.prompt_template);
  const system = compile(draft.system_instruction);
  const used = [prompt, system].flatMap((template) => template?.placeholders ?? []);
  const provider = draft.provider === undefined ? null : findProvider(draft.provider);
  const effective = provider && describeCall(draft, provider);
  const rendered = {
    prompt: render(prompt, draft.prompt_template ?? '', inputs),
    system: render(system, draft.system_instruction ?? '', inputs),
  };
  return {
    placeholders: {
      prompt_template: reportOn(prompt, names),
      system_instruction: reportOn(system, names),
      unused: names.filter((name) => !used.includes(name)),
    },
    tokens: countTokens(draft, rendered, provider, effective),
    effective,
    input_faults: faults,
  };
};
