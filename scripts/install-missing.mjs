// Makes every npm script of a fresh clone work without a first `npm ci`: installs what the lock file says when it
// is not there, or when the lock file is newer than what is there.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const lockFile = path.join(root, 'package-lock.json');
// npm writes this file at the end of every installation
const installed = path.join(root, 'node_modules/.package-lock.json');

const isComplete = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs;

if (!isComplete) {
  console.log('Installing the dependencies (a few minutes the first time)…');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exit(status ?? 1);
}
