const { plugin, prompt, providerUrl, redis, limitedRuns, providerTimeoutMs } = JSON.parse(
  process.env.BENCH_SITE,
);

const tool = (name, more) => ({
  name,
  description: 'Answers for the soak.',
  provider: 'primary',
  method: 'chat/completions',
  // a breaker is for one model: the faults that one tool meets are not to spare the others theirs
  model: `model-of-${name.toLowerCase()}`,
  input_schema: {
    type: 'object',
    properties: { nonce: { type: 'string' }, ticket: { type: 'integer' } },
    required: ['nonce', 'ticket'],
  },
  prompt_template: prompt,
  max_tokens: 200,
  ...more,
});

const provider = (name) => ({
  kind: 'openai-compatible',
  endpoint: `${providerUrl}/${name}/v1`,
  api_key: 'soak-key',
  timeout_ms: providerTimeoutMs,
});

const tools = [
  tool('Plain'),
  tool('Cached', { cache_duration: 3600 }),
  tool('Counted', { rate_limit: 1_000_000_000, rate_limit_per_caller: 1_000_000_000 }),
  tool('Limited', { rate_limit: limitedRuns }),
  tool('Budgeted', { budget_usd: 1_000_000 }),
  tool('Guarded', { fallbacks: [{ provider: 'backup', model: 'model-of-backup' }] }),
];

module.exports = {
  'users-permissions': { config: { jwtSecret: 'soak-jwt-secret' } },
  'ai-tools': {
    enabled: true,
    resolve: plugin,
    config: {
      providers: { primary: provider('primary'), backup: provider('backup') },
      prices: Object.fromEntries(
        [
          ...tools.map(({ model }) => `primary/${model}`),
          'backup/model-of-backup',
          'primary/soak-model',
          'backup/soak-model',
        ].map((model) => [model, { input: 1, output: 2 }]),
      ),
      // soon full, so that what grows afterwards is something else
      cache: { max_bytes: 2 * 1024 * 1024 },
      limits: redis ? { store: 'redis' } : {},
      redis,
      // each row can be held against the request that it is of
      logs: { capture: 'all' },
      tools,
    },
  },
};
