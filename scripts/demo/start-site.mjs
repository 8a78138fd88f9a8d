import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SITE } from './paths.mjs';
import { spawnLogged } from './spawn-logged.mjs';

const SCRIPT = fileURLToPath(new URL('./site.mjs', import.meta.url));

/** Starts the site in a process of its own, which `signal` stops. Resolves when it listens. */
export const startSite = async (port, signal) => {
  // in production the host's session cookie wants https
  const env = { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port) };
  const { child, ended } = spawnLogged(SCRIPT, [], { folder: SITE, env, signal, sendsMessages: true });
  const logins = await Promise.race([
    once(child, 'message').then(([message]) => message),
    ended.then((code) => Promise.reject(new Error(`it ended with ${code}`))),
  ]);
  return { url: `http://127.0.0.1:${port}`, logins, ended };
};
