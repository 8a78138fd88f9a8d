// Shows the plugin at work in a real site: builds what has changed, starts the site, runs a tool over REST and says
// how to go on. `npm run demo -- --exit` stops after that.
import { buildWhatChanged } from './demo/build-steps.mjs';
import { findFreePort } from './demo/free-port.mjs';
import { prepareSite } from './demo/prepare-site.mjs';
import { describeDemo } from './demo/report.mjs';
import { StepFailure, runStep } from './demo/run-step.mjs';
import { startSite } from './demo/start-site.mjs';
import { SUMMARY_CALL, callTool } from './demo/tool-calls.mjs';

const stop = new AbortController();
// npm passes a signal on that the terminal has sent already: the second one must not cut the first one short
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());
// a shell that npm put in between dies of SIGTERM without passing it on, and would leave this process behind
const startedBy = process.ppid;
setInterval(() => process.ppid !== startedBy && stop.abort(), 500).unref();

const showDemo = async () => {
  console.log('AI Tools: a demo site');
  prepareSite();
  await buildWhatChanged(stop.signal);
  const port = await findFreePort(Number(process.env.PORT) || 1337);
  const site = await runStep('Starting the site', () => startSite(port, stop.signal));
  const answer = await runStep('Running a tool', () => callTool(SUMMARY_CALL, site));
  console.log(describeDemo(answer, site));

  if (process.argv.includes('--exit')) {
    stop.abort();
    if (answer.error) process.exitCode = 1;
  } else console.log('Press Ctrl+C to stop it.');

  await site.ended;
  if (!stop.signal.aborted) throw new StepFailure('The site', new Error('it stopped by itself'));
};

try {
  await showDemo();
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
