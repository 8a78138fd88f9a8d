import path from 'node:path';
import { z } from 'zod';
import { collectOutput, endProcess, startProcess } from './child-processes';
import type { ScratchSite } from './scratch-site';

const START_MS = 60_000;

const listening = z.object({ port: z.int(), accessKey: z.string() });
const logged = z.object({ logs: z.array(z.object({ tool_slug: z.string(), status: z.string() })) });

export type LoggedExecution = z.output<typeof logged>['logs'][number];

export interface RunningSite {
  /** such as http://127.0.0.1:41234 */
  url: string;
  apiToken: string;
  logs(): Promise<LoggedExecution[]>;
  stop(): Promise<void>;
}

/** `strapi start` as a process of its own, in production mode. */
export const startScratchSite = async (site: ScratchSite): Promise<RunningSite> => {
  const command = path.join(site.folder, 'node_modules/@strapi/strapi/bin/strapi.js');
  const child = startProcess(process.execPath, [command, 'start'], {
    cwd: site.folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      NODE_ENV: 'production',
      STRAPI_TELEMETRY_DISABLED: 'true',
    },
  });
  const output = collectOutput(child);

  const nextMessage = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const settle = (finish: () => void) => () => {
        clearTimeout(deadline);
        child.off('message', onMessage).off('close', onClose);
        finish();
      };
      const fail = (what: string) => settle(() => reject(new Error(`The site ${what}:\n${output.all}`)));
      const onMessage = (message: unknown) => settle(() => resolve(message))();
      const onClose = (code: number | null) => fail(`ended with ${code}`)();
      const deadline = setTimeout(fail('did not answer in time'), START_MS);
      child.on('message', onMessage).on('close', onClose);
    });

  const { port, accessKey } = listening.parse(await nextMessage());
  return {
    url: `http://127.0.0.1:${port}`,
    apiToken: accessKey,
    logs: async () => {
      const answer = nextMessage();
      child.send('logs');
      return logged.parse(await answer).logs;
    },
    stop: () => endProcess(child),
  };
};
