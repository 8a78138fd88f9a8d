import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  FunctionDeclaration,
  GenerationParameters,
  Method,
  ProviderAdapter,
} from '../providers/adapter';
import type { Fault } from './faults';
import { toFaults } from './faults';
import { compileInputSchema } from './input-schema';
import type { InputValidator } from './input-schema';
import { findHostingFault } from './model-catalogue';
import { compilePromptTemplate } from './prompt-template';
import type { PromptTemplate } from './prompt-template';
import { compileResponseSchema } from './response-schema';
import type { ResponseSchema } from './response-schema';
import { slugFromName } from './slug';
import { toolDefinitionSchema } from './tool-definition';
import type { ToolDefinition } from './tool-definition';
import { findExampleFaults, toolExamplesSchema } from './tool-examples';

/** A tool that is ready to run: everything that can be prepared once is prepared. */
export interface CompiledTool {
  slug: string;
  /** changes with the definition: what was made of one version is not valid for another */
  version: string;
  definition: ToolDefinition;
  method: Method;
  validateInputs: InputValidator;
  prompt: PromptTemplate;
  /** null when the tool has no system instruction of its own */
  system: PromptTemplate | null;
  parameters: GenerationParameters;
  functions: readonly FunctionDeclaration[];
  /** null when the answer is free text */
  responseSchema: ResponseSchema | null;
}

/** What a tool is checked against: the kind of its provider, and where that is. */
export interface KnownProvider {
  adapter: ProviderAdapter;
  account: { endpoint: string };
}

/** The provider of an id; null when the site has none of this id. */
export type FindKnownProvider = (providerId: string) => KnownProvider | null;

/** Generation parameters that somebody set, from fields in which nobody's wish is null. */
export const setParameters = (
  fields: Record<'max_tokens' | 'temperature' | 'top_p' | 'top_k', number | null> & {
    stop?: string[] | null;
  },
): GenerationParameters => ({
  ...(fields.max_tokens !== null && { max_tokens: fields.max_tokens }),
  ...(fields.temperature !== null && { temperature: fields.temperature }),
  ...(fields.top_p !== null && { top_p: fields.top_p }),
  ...(fields.top_k !== null && { top_k: fields.top_k }),
  ...(fields.stop && { stop: fields.stop }),
});

/**
 * The fields that are checked against more than themselves. A field that is wrong in itself is null here, so that
 * one fault does not hide the others.
 */
const relatedFields = z.object({
  provider: z.string().min(1).nullable().catch(null),
  method: z.string().min(1).nullable().catch(null),
  model: z.string().nullable().catch(null),
  prompt_template: z.string().min(1).nullable().catch(null),
  system_instruction: z.string().nullable().catch(null),
  response_schema: z.unknown().optional(),
  fallbacks: z.array(z.object({ provider: z.string(), model: z.string().nullable().catch(null) })).catch([]),
  input_schema: z.unknown().optional(),
  examples: toolExamplesSchema.catch([]),
});

const compileTemplate = (field: string, source: string, names: readonly string[] | null, faults: Fault[]) => {
  try {
    const template = compilePromptTemplate(source);
    for (const placeholder of names === null ? [] : template.placeholders) {
      if (names?.includes(placeholder)) continue;
      faults.push({
        field,
        message: `{{${placeholder}}} names no input; the inputs are ${names?.join(', ') || 'none'}.`,
      });
    }
    return template;
  } catch (error) {
    faults.push({
      field,
      message: `is not a valid template: ${error instanceof Error ? error.message : String(error)}.`,
    });
    return null;
  }
};

const compileAnswer = (schema: unknown, faults: Fault[]): ResponseSchema | null => {
  if (schema === null || schema === undefined) return null;
  try {
    return compileResponseSchema(schema);
  } catch (error) {
    faults.push({
      field: 'response_schema',
      message: `${error instanceof Error ? error.message : String(error)}.`,
    });
    return null;
  }
};

/** Where a tool sends its prompt: `path` leads to the fields, as in `fallbacks[0].` */
const checkTarget = (
  path: string,
  target: { provider: string; model: string | null },
  findProvider: FindKnownProvider,
  faults: Fault[],
): ProviderAdapter | null => {
  const provider = findProvider(target.provider);
  if (!provider) {
    faults.push({
      field: `${path}provider`,
      message: `There is no provider "${target.provider}" on this site.`,
    });
    return null;
  }
  const { adapter, account } = provider;
  const hostingFault = target.model && findHostingFault(target.model, adapter, account.endpoint);
  if (hostingFault) faults.push({ field: `${path}model`, message: hostingFault });
  return adapter;
};

const findMethod = (adapter: ProviderAdapter, wanted: string, faults: Fault[]): Method | null => {
  const method = adapter.methods.find((offered) => offered === wanted);
  if (method) return method;
  faults.push({
    field: 'method',
    message: `${adapter.label} offers ${adapter.methods.join(', ')}, not "${wanted}".`,
  });
  return null;
};

/** Examples decide nothing: to keep another one is no reason to forget what the tool has answered. */
const versionOf = ({ examples: _examples, ...definition }: ToolDefinition): string =>
  createHash('sha256').update(JSON.stringify(definition)).digest('base64url').slice(0, 22);

/**
 * Checks a definition whole and compiles it. Serves tools from code and from the admin alike; `faults` holds
 * everything that is wrong, each with its field.
 */
export const compileTool = (
  source: unknown,
  findProvider: FindKnownProvider,
): { tool: CompiledTool } | { faults: Fault[] } => {
  const reading = toolDefinitionSchema.safeParse(source);
  const related = relatedFields.safeParse(source).data;
  const faults: Fault[] = reading.success ? [] : toFaults(reading.error);
  if (!related) return { faults };

  const inputSchema = compileInputSchema(related.input_schema);
  if ('faults' in inputSchema) {
    faults.push(
      ...inputSchema.faults.map(({ field, message }) => ({
        field: field ? `input_schema.${field}` : 'input_schema',
        message,
      })),
    );
  }
  const names = 'names' in inputSchema ? inputSchema.names : null;

  const { provider, model } = related;
  const adapter = provider === null ? null : checkTarget('', { provider, model }, findProvider, faults);
  const method = adapter && related.method !== null ? findMethod(adapter, related.method, faults) : null;
  related.fallbacks.forEach((target, index) => {
    // that none is named has been told
    if (target.provider !== '') checkTarget(`fallbacks[${index}].`, target, findProvider, faults);
  });

  if ('validate' in inputSchema) faults.push(...findExampleFaults(related.examples, inputSchema.validate));
  const responseSchema = compileAnswer(related.response_schema, faults);
  const { prompt_template, system_instruction } = related;
  const prompt =
    prompt_template === null ? null : compileTemplate('prompt_template', prompt_template, names, faults);
  const system =
    system_instruction === null
      ? null
      : compileTemplate('system_instruction', system_instruction, names, faults);

  if (faults.length > 0 || !reading.success || !method || !prompt || !('validate' in inputSchema))
    return { faults };
  return {
    tool: {
      slug: reading.data.slug ?? slugFromName(reading.data.name),
      version: versionOf(reading.data),
      definition: reading.data,
      method,
      validateInputs: inputSchema.validate,
      prompt,
      system,
      parameters: setParameters(reading.data),
      functions: reading.data.functions ?? [],
      responseSchema,
    },
  };
};
