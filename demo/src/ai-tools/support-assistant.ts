/** Shows a system instruction, an optional input and a condition in the prompt. */
export const supportAssistant = {
  name: 'Support Assistant',
  description: "Drafts an answer to a customer's question.",
  input_schema: {
    type: 'object',
    properties: {
      question: { type: 'string', description: "The customer's question, in their own words" },
      customer_name: { type: 'string', description: 'Used in the greeting when it is known' },
      tone: { type: 'string', enum: ['friendly', 'neutral', 'formal'], default: 'friendly' },
    },
    required: ['question'],
  },
  system_instruction: `You draft answers for the support desk of a web shop, in a {{tone}} tone.
Say so when you do not know something, and never promise refunds or dates.`,
  prompt_template: `{% if customer_name %}The customer is called {{customer_name}}: greet them by name.
{% endif %}Answer this question in at most three short paragraphs:

{{question}}`,
  temperature: 0.8,
  max_tokens: 1024,
};
