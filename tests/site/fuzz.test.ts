import { randomInt } from 'node:crypto';
import { routes } from '../../server/src/routes';
import { runCampaign } from '../fuzz/campaign';
import { describeHistogram, shareOfSuccess } from '../fuzz/report';
import { startFuzzSite } from '../fuzz/site';
import type { FuzzSite } from '../fuzz/site';

/*
 * Whatever is sent, the answer comes, is one that is documented, and shows no key, no path, no stack and nothing of
 * somebody else's. `npm run fuzz` does the same for as long as one likes, and watches the memory.
 */

const REQUESTS = 1000;
/** Some fifteen seconds each; a machine that has other things to do takes many times as long. */
const MOST_MS = 900_000;

/** In the names of the tests: one that never ends is told by nothing else. FUZZ_SEED sends the same again. */
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 30));

let site: FuzzSite;

beforeAll(async () => {
  site = await startFuzzSite();
});
afterAll(() => site?.stop());

const fuzz = async (part: 'execute' | 'admin') => {
  const run = await runCampaign({
    site,
    routes: part,
    requests: REQUESTS,
    seed: SEED,
    // at once, and past what jest keeps silent
    tell: (line) => process.stderr.write(`fuzz of ${part}, seed ${SEED}: ${line}\n`),
    mostFaults: 1,
  });
  expect(run.faults).toEqual([]);
  return run.histogram;
};

/** Requests that are all refused at the door try nothing of what is behind it. */
const expectDepth = (histogram: Awaited<ReturnType<typeof fuzz>>, share: number) => {
  if (shareOfSuccess(histogram) < share) throw new Error(describeHistogram(histogram));
};

test(
  `no request to the content API is answered with what nobody has promised (seed ${SEED})`,
  async () => {
    expectDepth(await fuzz('execute'), 0.25);
  },
  MOST_MS,
);

test(
  `no request of an administrator is, on any route that the plugin has (seed ${SEED})`,
  async () => {
    const histogram = await fuzz('admin');
    expectDepth(histogram, 0.35);
    const all = routes.admin.routes.map(({ method, path }) => `${method} ${path}`);
    // each is as likely as the others, but for chance
    expect(all.filter((route) => histogram.has(route)).length).toBeGreaterThan(all.length * 0.9);
  },
  MOST_MS,
);
