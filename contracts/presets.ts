/** Generation parameters for common tasks, as the specification recommends them; offered, never enforced. */
export const PRESETS = [
  { id: 'content-generation', label: 'Content generation', temperature: 0.8, max_tokens: 1024 },
  { id: 'code-generation', label: 'Code generation', temperature: 0.3, max_tokens: 2048 },
  { id: 'analysis', label: 'Analysis and summarization', temperature: 0.3, max_tokens: 1024 },
] as const;
