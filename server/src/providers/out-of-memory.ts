/*
 * The words of servers that run models themselves. Most are those by which Ollama's server knows it (`llm/status.go`
 * of 2026-08-21), "requires more system memory" is its scheduler's, "insufficient system resources" LM Studio's
 * (github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1202).
 */
const OUT_OF_MEMORY =
  /out of memory|out of device memory|cudaMalloc failed|hipMalloc failed|failed to allocate|allocation failed|not enough memory|insufficient memory|vk_error_out_of_device_memory|erroroutofmemory|requires more system memory|insufficient system resources/i;

/** The line that says that a model does not fit into memory, which may stand below many others; null without one. */
export const findOutOfMemory = (message: string): string | null =>
  message.split('\n').find((line) => OUT_OF_MEMORY.test(line)) ?? null;
