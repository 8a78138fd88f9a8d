import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const MB = 1024 * 1024;
const SUPPORT = path.resolve(__dirname, '../support');

// short answers cost more beside their text than in it; wide ones take more bytes than characters
test.each([
  ['latin', 1500],
  ['wide', 1500],
  ['mixed', 1500],
  ['latin', 20],
  ['wide', 40_000],
])(
  '100,000 results (%s, %d characters) through 16 MB leave the process where it was after 10,000',
  async (kind, length) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--expose-gc',
        '-r',
        path.join(SUPPORT, 'typescript.js'),
        path.join(SUPPORT, 'cache-memory-run.ts'),
        kind,
        String(length),
      ],
      { timeout: 120_000 },
    );
    const seen = JSON.parse(stdout);
    expect(seen.after100k.rss - seen.after10k.rss).toBeLessThan(32 * MB);
    // what is counted is what is taken
    expect(seen.after100k.used - seen.empty.used).toBeLessThan(1.1 * seen.maxBytes);
    expect(seen.kept).toBeGreaterThan(50);
  },
  130_000,
);
