import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOG_FILE, SITE } from './paths.mjs';

const secret = () => randomBytes(24).toString('base64url');
// the host wants a capital and a digit; and nothing in it means anything to a shell
const password = () => `Demo1-${randomBytes(8).toString('hex')}`;

const VARIABLES = {
  APP_KEYS: () => `${secret()},${secret()}`,
  ADMIN_JWT_SECRET: secret,
  API_TOKEN_SALT: secret,
  TRANSFER_TOKEN_SALT: secret,
  JWT_SECRET: secret,
  ENCRYPTION_KEY: secret,
  DEMO_ADMIN_PASSWORD: password,
  DEMO_API_PASSWORD: password,
  STRAPI_TELEMETRY_DISABLED: () => 'true',
};

/** Gives the site a `.env` with secrets of its own, or adds what is missing to the one it has. */
const completeEnvironmentFile = () => {
  const file = path.join(SITE, '.env');
  const present = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const missing = Object.keys(VARIABLES).filter((name) => !new RegExp(`^${name}=`, 'm').test(present));
  if (missing.length === 0) return;
  const lines = missing.map((name) => `${name}=${VARIABLES[name]()}\n`);
  const gap = present === '' || present.endsWith('\n') ? '' : '\n';
  writeFileSync(file, present + gap + lines.join(''), { mode: 0o600 });
};

/** Makes the files that the site needs and that are not kept in git. */
export const prepareSite = () => {
  mkdirSync(path.dirname(LOG_FILE), { recursive: true });
  writeFileSync(LOG_FILE, '');
  // the host does not start without it
  mkdirSync(path.join(SITE, 'public/uploads'), { recursive: true });
  completeEnvironmentFile();
};
