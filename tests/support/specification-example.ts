/** As the specification writes a tool: required inside the property, no option set. */
export const SPECIFICATION_EXAMPLE = {
  name: 'Content Summarizer',
  description: 'Summarizes long content into concise text',
  provider: 'openai',
  method: 'chat/completions',
  input_schema: {
    type: 'object',
    properties: {
      content: { type: 'string', description: 'The content to summarize', required: true },
      max_length: { type: 'integer', description: 'Maximum length of the summary', default: 100 },
    },
  },
  prompt_template: 'Summarize the following in {{max_length}} words or less:\n\n{{content}}',
};
