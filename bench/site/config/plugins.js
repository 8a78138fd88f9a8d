const { plugin, providerUrl } = JSON.parse(process.env.BENCH_SITE);

// the running number makes every prompt another one, where that is wanted
const tool = (name, provider, more) => ({
  name,
  description: 'Answers for the bench.',
  provider,
  method: 'chat/completions',
  input_schema: {
    type: 'object',
    properties: { text: { type: 'string' }, number: { type: 'string' } },
    required: ['text', 'number'],
  },
  prompt_template: 'Summarize the text numbered {{number}} in one sentence.\n\n{{text}}',
  temperature: 0.2,
  max_tokens: 200,
  ...more,
});

module.exports = {
  'users-permissions': { config: { jwtSecret: 'bench-jwt-secret' } },
  'ai-tools': {
    enabled: true,
    resolve: plugin,
    config: {
      providers: {
        instant: { kind: 'openai-compatible', endpoint: `${providerUrl}/instant/v1`, api_key: 'bench-key' },
        slow: { kind: 'openai-compatible', endpoint: `${providerUrl}/slow/v1`, api_key: 'bench-key' },
      },
      prices: { 'instant/bench-model': { input: 1, output: 2 }, 'slow/bench-model': { input: 1, output: 2 } },
      cache: { max_bytes: 16 * 1024 * 1024 },
      tools: [
        tool('Hit', 'instant', { cache_duration: 3600 }),
        tool('Instant', 'instant'),
        tool('Slow', 'slow'),
      ],
    },
  },
};
