import { startLimitedInstances } from '../support/limited-instances';

jest.setTimeout(240_000);

let site: Awaited<ReturnType<typeof startLimitedInstances>>;
beforeAll(async () => {
  site = await startLimitedInstances({});
});
afterAll(() => site?.stop());

test('of 1,000 calls to four instances, one of them restarted in between, exactly 100 pass', async () => {
  const { outcomes, passed } = await site.restartBetween();
  expect(passed).toBe(100);
  // the callers of the instance that died know no better than that their connection broke
  expect(outcomes).toEqual({ 200: 85, 429: 900, cut: 15 });
});

test('a death in the middle of a storm makes room for nobody', async () => {
  const { outcomes, passed, afterwards } = await site.killInTheMiddle();
  // what was counted and had not left for the provider yet died with the instance
  const { 200: answered = 0, 429: refused = 0, cut = 0 } = outcomes;
  expect(answered + refused + cut).toBe(1000);
  expect(passed).toBeLessThanOrEqual(100);
  expect(passed).toBeGreaterThanOrEqual(100 - cut);
  expect(afterwards).toEqual({ 429: 200 });
});
