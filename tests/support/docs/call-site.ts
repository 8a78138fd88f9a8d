import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Fence } from './pages';

/** What a block of curl lines printed, and how the last of them was answered. */
export interface Called {
  output: string;
  statuses: number[];
  headers: string;
}

/** Tells the status of each call on the side, and keeps the headers of the last. */
const CURL = `curl() { command curl --silent --show-error --max-time 60 --dump-header "$HEADERS" --write-out '%{stderr}STATUS %{http_code}\\n' "$@"; }
set -euo pipefail
`;

/** Runs curl lines in a shell as they stand, against a site that is somewhere else than the page says. */
export const callSite = async (
  { code }: Fence,
  url: string,
  environment: Record<string, string>,
): Promise<Called> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ai-tools-docs-'));
  const headers = path.join(folder, 'headers');
  try {
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['-c', CURL + code.replaceAll('http://localhost:1337', url)],
      { cwd: folder, env: { ...process.env, ...environment, HEADERS: headers } },
    );
    return {
      output: stdout,
      statuses: [...stderr.matchAll(/^STATUS (\d+)$/gm)].map(([, status]) => Number(status)),
      headers: readFileSync(headers, 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
