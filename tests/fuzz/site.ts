import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { collectOutput, endProcess, startProcess } from '../install/child-processes';
import { logIn } from '../support/admin-caller';
import { withArticles } from '../support/article-site';
import { basic } from '../support/callers';
import { createSiteFolder } from '../support/site';
import { KEYS, SITE_SECRETS } from './canaries';
import { startProviders } from './providers';
import { pluginConfig } from './tools';

const readySchema = z.object({
  url: z.string(),
  jwt: z.string(),
  token: z.string(),
  articles: z.array(z.string()),
  username: z.string(),
  administrator: z.object({ email: z.string(), password: z.string() }),
});

const restoredSchema = z.object({
  tools: z.array(z.object({ id: z.string(), slug: z.string(), updatedAt: z.string() })),
});

/** What the process of the site holds, in bytes, and what it did: since the last time and, of its CPU, in all. */
const memorySchema = z.object({
  heap: z.number(),
  rss: z.number(),
  external: z.number(),
  handles: z.number(),
  longestTurnMs: z.number(),
  cpuSeconds: z.number(),
});
export type Memory = z.output<typeof memorySchema>;

const replySchema = z.union([z.object({ answer: z.unknown() }), z.object({ failure: z.string() })]);

export interface FuzzSite extends z.output<typeof readySchema> {
  folder: string;
  /** `Authorization` of a user with a password */
  basic: string;
  /** the same of the token, for those who speak nothing else */
  tokenAsPassword: string;
  restore(): Promise<z.output<typeof restoredSchema>>;
  measure(): Promise<Memory>;
  /** `Authorization` of an administrator who may do everything */
  signIn(): Promise<string>;
  /** seconds in which the process has had time for anything */
  aliveSeconds(): number;
  /** what the process has printed */
  output(): string;
  stop(): Promise<void>;
}

const files = {
  'config/admin.js': `module.exports = ${JSON.stringify({
    auth: { secret: SITE_SECRETS.adminSecret },
    apiToken: { salt: SITE_SECRETS.tokenSalt },
    transfer: { token: { salt: SITE_SECRETS.tokenSalt } },
    secrets: { encryptionKey: SITE_SECRETS.encryptionKey },
    rateLimit: { enabled: false },
  })};`,
};

/** The longest of what is asked takes seconds; beyond this the site is in a loop that has no end. */
const ANSWER_MS = 240_000;

/** A site with a process of its own, with everything in it that a request can be about, and nothing real behind it. */
export const startFuzzSite = async (
  undoLater: (undo: () => unknown) => void = () => {},
): Promise<FuzzSite> => {
  const providers = await startProviders();
  const { folder, remove } = await createSiteFolder(
    withArticles({
      plugin: pluginConfig(providers.urls),
      plugins: { 'users-permissions': { config: { jwtSecret: SITE_SECRETS.jwtSecret } } },
      files,
    }),
  );
  const loader = path.join(__dirname, '../support/typescript.js');
  const script = path.join(__dirname, 'site-process.ts');
  const child = startProcess(
    process.execPath,
    ['--expose-gc', '-r', loader, script, folder, providers.urls.local],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        NODE_ENV: 'production',
        STRAPI_TELEMETRY_DISABLED: 'true',
        OPENAI_API_KEY: KEYS.constant,
        // where the host leaves the parts of bodies that come as files
        TMPDIR: folder,
      },
    },
  );
  const output = collectOutput(child);
  const end = async () => {
    await endProcess(child);
    await providers.stop();
    await remove();
  };
  let ending: Promise<void> | null = null;
  const stop = () => (ending ??= end());
  // before it is up: that takes most of a minute, in which somebody may have had enough
  undoLater(stop);

  let beats = 0;
  child.on('message', (message) => {
    if (message === 'beat') beats += 1;
    else child.emit('reply', message);
  });
  const nextAnswer = async <Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>> => {
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    if (hasEnded() || !child.connected) throw new Error(`The site has ended:\n${output.all.slice(-4000)}`);
    const patience = new AbortController();
    const giveUp = () => patience.abort();
    child.once('exit', giveUp);
    const deadline = setTimeout(giveUp, ANSWER_MS);
    const [message] = await once(child, 'reply', { signal: patience.signal })
      .catch(() => {
        const what = hasEnded() ? 'has ended' : `has not answered for ${ANSWER_MS / 1000} s`;
        throw new Error(`The site ${what}:\n${output.all.slice(-4000)}`);
      })
      .finally(() => {
        clearTimeout(deadline);
        child.off('exit', giveUp);
      });
    const reply = replySchema.parse(message);
    if ('failure' in reply) throw new Error(`The site could not answer: ${reply.failure}`);
    return schema.parse(reply.answer);
  };
  const ask = <Schema extends z.ZodType>(question: string, schema: Schema): Promise<z.output<Schema>> => {
    const answer = nextAnswer(schema);
    // its own error would be one of the process, and keep `stop` from waiting for the end; the answer fails by itself
    if (child.connected) child.send(question, () => {});
    return answer;
  };

  try {
    const ready = await nextAnswer(readySchema);
    return {
      ...ready,
      folder,
      basic: basic(ready.username, SITE_SECRETS.password),
      tokenAsPassword: basic('api-token', ready.token),
      restore: () => {
        providers.forget();
        return ask('restore', restoredSchema);
      },
      measure: () => ask('measure', memorySchema),
      signIn: async () => `Bearer ${await logIn(ready, ready.administrator)}`,
      aliveSeconds: () => beats,
      output: () => output.all,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
