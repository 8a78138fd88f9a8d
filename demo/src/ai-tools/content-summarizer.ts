/** Runs from REST, when an article is saved, and at night for articles that were left without a summary. */
export const contentSummarizer = {
  name: 'Content Summarizer',
  description: 'Shortens a text to a number of words.',
  input_schema: {
    type: 'object',
    properties: {
      content: { type: 'string', description: 'The text to summarize', required: true },
      max_length: {
        type: 'integer',
        description: 'Words in the summary, at most',
        default: 100,
        minimum: 10,
      },
    },
  },
  prompt_template: `Summarize the text between the lines in at most {{max_length}} words.
Keep names, numbers and dates. Add nothing that is not in the text. Answer with the summary alone.

---
{{content}}
---`,
  temperature: 0.3,
  max_tokens: 1024,
  rate_limit: 500,
};
