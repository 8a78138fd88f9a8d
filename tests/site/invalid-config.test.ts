import { startSite } from '../support/site';

test('a faulty setting stops the start with the name of its key', async () => {
  await expect(
    startSite({ plugin: { limits: { store: 'mysql' }, providers: { openai: { top_k: 500 } }, cash: {} } }),
  ).rejects.toThrow(/ai-tools config: .*limits\.store.*cash.*providers\.openai\.top_k/);
});
