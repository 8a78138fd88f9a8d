type ReadEnv = (name: string) => string | undefined;

/** A real provider when the environment has its key; the plugin finds the key there by the same name. */
export const chooseProvider = (env: ReadEnv): { provider: string; method: string } => {
  const sandbox = { provider: 'sandbox', method: 'chat/completions' };
  // who names a sandbox model wants the sandbox
  if (env('SANDBOX_MODEL')) return sandbox;
  if (env('OPENAI_API_KEY')) return { provider: 'openai', method: 'chat/completions' };
  if (env('ANTHROPIC_API_KEY')) return { provider: 'anthropic', method: 'messages' };
  return sandbox;
};
