import { createAnalyticsJob } from '../../../server/src/stores/analytics-job';
import type { RollUp } from '../../../server/src/stores/analytics-roll-up';
import { databaseError } from '../../support/log-entries';

/** A job whose steps come to these outcomes; `done` resolves when all of them were asked for. */
const runJob = (outcomes: (Awaited<ReturnType<RollUp['advance']>> | Error)[]) => {
  const warnings: string[] = [];
  let tellDone = (): void => {};
  const done = new Promise<void>((resolve) => {
    tellDone = resolve;
  });
  let steps = 0;
  const rollUp: RollUp = {
    advance: async () => {
      const outcome = outcomes[steps] ?? 'idle';
      steps += 1;
      if (steps > outcomes.length) tellDone();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    checkNext: async () => false,
    recount: async () => false,
  };
  const job = createAnalyticsJob({
    rollUp,
    isChecked: true,
    warn: (message) => warnings.push(message),
    everyMs: 1,
  });
  job.start();
  return { job, warnings, done, steps: () => steps };
};

test('a job that fails says so once, without the statement, and goes on', async () => {
  const fault = databaseError('SQLITE_ERROR', 'insert into secret values - no such table');
  const { job, warnings, done } = runJob([fault, fault, 'more', 'overtaken', fault]);
  await done;
  await job.close();
  expect(warnings).toEqual(['the analytics are behind, because the log cannot be counted now: SQLITE_ERROR']);
});

test('a closed job begins nothing more', async () => {
  const { job, done, steps } = runJob(['more', 'idle']);
  await done;
  await job.close();
  const before = steps();
  await new Promise((resolve) => setImmediate(resolve));
  expect(steps()).toBe(before);
});
