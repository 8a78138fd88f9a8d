import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const SUPPORT = path.resolve(__dirname, '../support');
const CALLS = 10_000;
/** What a call may leave behind on average. Anything that is kept per call is larger. */
const BYTES_A_CALL = 600;

test(`${CALLS} calls that mostly fail leave nothing behind`, async () => {
  // throws when the program ends in an error, which an unhandled rejection is, or does not end by itself
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [
      '--expose-gc',
      '--unhandled-rejections=strict',
      '-r',
      path.join(SUPPORT, 'typescript.js'),
      path.join(SUPPORT, 'leak-run.ts'),
      String(CALLS),
    ],
    { timeout: 150_000 },
  );
  const seen = JSON.parse(stdout);

  expect(stderr).toBe('');
  expect(seen).toMatchObject({ calls: CALLS, connectionsInUse: 0, listeners: 0, warnings: [] });
  expect(seen.resourcesAfter).toEqual(seen.resourcesBefore);
  expect(seen.heapAtTheEnd - seen.heapAfterWarmUp).toBeLessThan((CALLS - seen.warmUp) * BYTES_A_CALL);

  // it was about all of these, and about real requests
  expect(Object.keys(seen.codes).sort()).toEqual([
    'cancelled',
    'content_refused',
    'internal_error',
    'invalid_provider_response',
    'provider_auth_failed',
    'provider_error',
    'provider_timeout',
    'provider_unavailable',
    'success',
  ]);
  expect(seen.requests).toBeGreaterThan(CALLS);
  expect(seen.cancels).toBeGreaterThan(0);
}, 160_000);
