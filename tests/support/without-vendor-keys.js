// A developer's own keys must not decide what the tests see, and no test may spend with them.
for (const name of Object.keys(process.env)) {
  if (/^(OPENAI|ANTHROPIC|GOOGLE|GEMINI|MISTRAL|TOGETHER|REPLICATE)_API_(KEY|TOKEN)$/.test(name)) {
    delete process.env[name];
  }
}
