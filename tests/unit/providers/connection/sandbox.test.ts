import { connectionTo } from '../../../support/connection';

const run = async (model: string) => {
  const connection = connectionTo('sandbox', { model, timeout_ms: 50 });
  const result = await connection.test();
  connection.close();
  return result;
};

test('is ready without a server, and says so', async () => {
  expect(await run('sandbox-echo')).toMatchObject({
    ok: true,
    message: 'sandbox-echo is ready; it is simulated, and nothing was sent.',
  });
});

test.each([
  ['sandbox-provider-auth-failed', 'wrong_key'],
  ['sandbox-model-not-found', 'model_not_found'],
  ['sandbox-invalid-provider-response', 'unexpected_answer'],
  ['sandbox-provider-error', 'provider_failed'],
  ['sandbox-provider-unavailable', 'provider_failed'],
  ['sandbox-provider-timeout', 'slow'],
])('%s shows what %s looks like', async (model, failure) => {
  expect(await run(model)).toMatchObject({ ok: false, failure });
});

test('the list holds its special models', async () => {
  const connection = connectionTo('sandbox', {});
  const ids = (await connection.list()).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['sandbox-echo', 'sandbox-stream', 'sandbox-provider-timeout']));
  connection.close();
});
