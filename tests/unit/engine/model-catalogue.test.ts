import { findInCatalogue } from '../../../server/src/engine/model-catalogue';
import { createTestSite, errorOf, findUntouchedProvider, summarizer, textOf } from '../../support/execute';
import { compileTool } from '../../../server/src/engine/compile-tool';
import { readProviderFields } from '../../../server/src/engine/provider-fields';
import { ADAPTERS } from '../../../server/src/providers/registry';
import { readFixture, startFakeProvider } from '../../support/fake-provider';

test.each([
  ['llama3', 'Llama 3', null, 8192],
  ['llama3:latest', 'Llama 3', null, 8192],
  ['llama3.1:70b', 'Llama 3.1', '70B', 8192],
  ['llama3.1:8b-instruct-q4_K_M', 'Llama 3.1', '8B', 8192],
  ['llama3.1:405b', 'Llama 3.1', '405B', 8192],
  ['llama2:13b-chat', 'Llama 2', '13B', 4096],
  ['meta/meta-llama-3-8b-instruct', 'Llama 3', '8B', 8192],
  ['meta/meta-llama-3.1-405b-instruct', 'Llama 3.1', '405B', 8192],
  [`meta/llama-2-70b-chat:${'02e5'.repeat(16)}`, 'Llama 2', '70B', 4096],
  ['meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo', 'Llama 3.1', '8B', 8192],
  ['meta-llama/Llama-2-7b-chat-hf', 'Llama 2', '7B', 4096],
  ['meta-llama/llama-3.1-8b-instruct:free', 'Llama 3.1', '8B', 8192],
  ['/models/Meta-Llama-3-8B-Instruct.Q4_K_M.gguf', 'Llama 3', '8B', 8192],
])('%s is in the catalogue', (model, family, size, contextWindow) => {
  expect(findInCatalogue(model)).toMatchObject({ family, size, contextWindow });
});

test.each([
  'llama3.2',
  'llama3.2:1b',
  'meta-llama/Llama-3.3-70B-Instruct-Turbo',
  'llama4:scout',
  'llama3-gradient:8b',
  'codellama:7b',
  'tinyllama',
  'llama2-uncensored',
  'llama-3-13b',
  'llama-30b',
  'gpt-6-luna',
  '',
])('%j is not', (model) => {
  expect(findInCatalogue(model)).toBeNull();
});

describe('405B', () => {
  const faultsOf = (changes: object) => {
    const outcome = compileTool(summarizer(changes), findUntouchedProvider);
    return 'faults' in outcome ? outcome.faults : [];
  };

  test('is refused for a tool on the local server, at its field and with the reason', () => {
    expect(faultsOf({ provider: 'ollama', method: 'chat', model: 'llama3.1:405b' })).toEqual([
      { field: 'model', message: expect.stringContaining('cloud only') },
    ]);
  });

  test('is refused as a fallback on the local server', () => {
    const fallbacks = [{ provider: 'ollama', model: 'llama3.1:405b' }];
    expect(faultsOf({ fallbacks })).toEqual([
      { field: 'fallbacks[0].model', message: expect.stringContaining('cloud only') },
    ]);
  });

  test('is fine in the cloud', () => {
    const model = 'meta/meta-llama-3.1-405b-instruct';
    expect(faultsOf({ provider: 'replicate', method: 'predictions', model })).toEqual([]);
  });

  test.each([
    ['http://127.0.0.1:8080/v1', false],
    ['http://10.0.0.5/v1', false],
    ['http://llm:8080/v1', false],
    ['http://gpu.local:8080/v1', false],
    ['https://api.example.com/v1', true],
  ])('as the model of a server at %s: allowed is %s', (endpoint, isAllowed) => {
    const fields = { kind: 'openai-compatible', endpoint, model: 'llama-3.1-405b-instruct' };
    const outcome = readProviderFields('mine', fields, {
      adapters: ADAPTERS,
      privateEndpointKinds: ['openai-compatible'],
    });
    if (isAllowed) expect(outcome).toHaveProperty('fields');
    else
      expect(outcome).toMatchObject({
        faults: [{ field: 'model', message: expect.stringContaining('cloud only') }],
      });
  });

  test('of a provider that was moved to a local server is not sent there, and a fallback takes over', async () => {
    const server = await startFakeProvider();
    server.answerJson(readFixture('openai/completion.json'));
    const inCloud = { kind: 'openai-compatible', endpoint: 'https://api.example.com/v1' };
    const site = createTestSite({
      providers: { llm: inCloud },
      tools: [
        summarizer({ provider: 'llm', model: 'llama-3.1-405b' }),
        summarizer({
          name: 'Safe',
          provider: 'llm',
          model: 'llama-3.1-405b',
          fallbacks: [{ provider: 'openai', model: 'gpt-4.1-mini' }],
        }),
      ],
      movedProviders: {
        llm: { ...inCloud, endpoint: server.url },
        openai: { endpoint: server.url, api_key: 'sk-test' },
      },
    });
    const error = errorOf(await site.execute('content-summarizer', { content: 'x' }));
    expect(error).toMatchObject({
      code: 'provider_not_configured',
      message: expect.stringContaining('cloud only'),
    });
    expect(server.requests).toEqual([]);
    expect(textOf(await site.execute('safe', { content: 'x' }))).toBe('Strapi manages content.');
    site.close();
    await server.stop();
  });
});
