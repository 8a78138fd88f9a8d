/** Shows inputs with a fixed set of values, each with a default, and a prompt that branches on one of them. */
export const textStudio = {
  name: 'Text Studio',
  description: 'Summarizes, extracts from or classifies a text, in the style and length asked for.',
  input_schema: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'The text to work on' },
      analysis_type: { type: 'string', enum: ['summarize', 'extract', 'classify'], default: 'summarize' },
      style: { type: 'string', enum: ['formal', 'casual', 'creative'], default: 'formal' },
      length: { type: 'string', enum: ['short', 'medium', 'long'], default: 'short' },
      complexity: { type: 'string', enum: ['simple', 'medium', 'complex'], default: 'simple' },
    },
    required: ['text'],
  },
  prompt_template: `{% case analysis_type -%}
{% when 'summarize' -%} Summarize the text below.
{%- when 'extract' -%} List every person, place, date and number in the text below.
{%- when 'classify' -%} Name the subject, the kind of text and its mood, for the text below.
{%- endcase %}
Write in a {{style}} style and in {{complexity}} language. Keep the answer {{length}}.

{{text}}`,
  temperature: 0.3,
  max_tokens: 1024,
};
