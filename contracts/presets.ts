/** Generation parameters for common tasks, as the specification recommends them; offered, never enforced. */
export const PRESETS = [
  { id: 'content-generation', label: 'Content generation', temperature: 0.8, max_tokens: 1024 },
  { id: 'code-generation', label: 'Code generation', temperature: 0.3, max_tokens: 2048 },
  { id: 'analysis', label: 'Analysis and summarization', temperature: 0.3, max_tokens: 1024 },
] as const;

/** Role-marker templates of the open-weight models in the catalogue, as their maker documents them; offered, too. */
export const ROLE_TEMPLATES = [
  {
    id: 'llama-3',
    label: 'Llama 3 and 3.1',
    template: [
      '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\n{system}<|eot_id|>',
      '<|start_header_id|>user<|end_header_id|>\n\n{user}<|eot_id|>',
      '<|start_header_id|>assistant<|end_header_id|>\n\n{assistant}<|eot_id|>',
    ].join(''),
  },
  {
    id: 'llama-2',
    label: 'Llama 2',
    template: '<s>[INST] <<SYS>>\n{system}\n<</SYS>>\n\n{user} [/INST] {assistant} </s>',
  },
] as const;
