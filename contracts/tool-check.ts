import type { InputFault } from './errors';
import type { ToolDraft, ToolFault } from './tool-fields';

/** What is sent, and where, with everything that the provider adds. */
export interface EffectiveCall {
  provider: { id: string; label: string; kind: string };
  method: string;
  model: string;
  /** `provider` when the tool has no system instruction of its own and the provider's is sent; null when there is none */
  system_instruction_from: 'tool' | 'provider' | null;
  parameters: {
    max_tokens?: number;
    temperature?: number;
    top_p?: number;
    top_k?: number;
    stop?: string[];
  };
  /** what somebody set and this model does not take */
  dropped_parameters: string[];
  /** tokens that prompt and answer share; null when nobody knows */
  context_window: number | null;
  /** why this provider cannot be called, and what to do about it; null when it can */
  problem: string | null;
}

/** What a template takes from the inputs. */
export interface PlaceholderReport {
  /** names that inputs have */
  known: string[];
  /** names that no input has */
  unknown: string[];
}

/**
 * POST /ai-tools/tools/check; permission `tools.read`. Everything that the builder shows while somebody types, from the
 * rules that saving goes by. Nothing is stored. A draft with faults is an answer too: its status is 200.
 */
export declare namespace CheckTool {
  interface Request {
    tool: ToolDraft;
    /** of the tool that is edited, whose slug is its own; left out for a new one */
    id?: string;
    /** inputs to count the prompt's tokens with; without them the placeholders count as nothing */
    inputs?: Record<string, unknown>;
  }
  interface Response {
    data: {
      /** what keeps the draft from being saved; empty when it can be */
      faults: ToolFault[];
      slug: {
        /** what the tool would get; null as long as it has no name */
        value: string | null;
        is_free: boolean;
        /** the nearest that is free; null as long as it has no name */
        suggestion: string | null;
      };
      placeholders: {
        prompt_template: PlaceholderReport;
        system_instruction: PlaceholderReport;
        /** inputs that neither text uses */
        unused: string[];
      };
      tokens: {
        /** an estimate, as every model counts by itself: prompt, system text, functions and response schema */
        prompt: number;
        /** what is set aside for the answer; null where nobody said */
        answer: number | null;
        /** null when nobody knows */
        context_window: number | null;
        fits: boolean;
      };
      /** null when the provider is unknown */
      effective: EffectiveCall | null;
      /** why `inputs` do not fit the draft's schema; empty without inputs */
      input_faults: InputFault[];
    };
  }
}
