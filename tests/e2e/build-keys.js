/**
 * Keys and other secrets that are in the environment while the panel is built, as those of a site are on the machine
 * that builds it. None may get into what browsers load.
 */
const BUILD_KEYS = Object.fromEntries(
  [
    'OPENAI_API_KEY',
    'ANTHROPIC_API_KEY',
    'GOOGLE_API_KEY',
    'GEMINI_API_KEY',
    'MISTRAL_API_KEY',
    'TOGETHER_API_KEY',
    'REPLICATE_API_KEY',
    'REPLICATE_API_TOKEN',
    'REDIS_URL',
  ].map((name, index) => [name, `canary-of-the-build-${index}-0123456789`]),
);

module.exports = { BUILD_KEYS };
