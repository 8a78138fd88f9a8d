import { connectionTo } from '../../support/connection';
import { startFakeProvider } from '../../support/fake-provider';

test('smoke', async () => {
  const provider = await startFakeProvider();
  provider.answerJson({ id: 'gpt-6-luna' });
  const site = connectionTo('openai', { endpoint: provider.url, api_key: 'sk-test' });
  expect(await site.test()).toMatchObject({ ok: true, message: expect.stringContaining('gpt-6-luna') });
  site.close();
  await provider.stop();
});
