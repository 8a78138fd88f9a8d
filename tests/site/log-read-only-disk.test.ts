import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { summarizer } from '../support/execute';
import { canMount, startKillableSite } from '../support/killable-site';
import { createSiteFolder } from '../support/site';
import type { SiteFolder } from '../support/site';

let disk: string;
let home: SiteFolder;
beforeAll(async () => {
  disk = mkdtempSync(path.join(tmpdir(), 'ai-tools-disk-'));
  home = await createSiteFolder({
    plugin: { tools: [summarizer()], logs: { journal_folder: disk } },
    files: { 'config/logger.js': `module.exports = { level: 'warn' };` },
  });
});
afterAll(async () => {
  await home?.remove();
  rmSync(disk, { recursive: true, force: true });
});

(canMount ? test : test.skip)(
  'a disk that is read-only: answers go out all the same, and every one has its row though the site is killed',
  async () => {
    const site = await startKillableSite(home.folder, { readOnly: disk });
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await fetch(`${site.url}/api/ai-tools/v1/execute/content-summarizer`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ content: 'a text' }),
        });
        return { status: response.status, body: await response.json() };
      }),
    );
    // killed at once: nothing had the time to be written after the answers
    await site.kill('SIGKILL');
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(site.output()).toContain('EROFS');

    const next = await startKillableSite(home.folder, { readOnly: disk });
    const { ids, status } = await next.log();
    expect(ids.sort()).toEqual(answers.map(({ body }) => body.meta.request_id).sort());
    expect(status).toMatchObject({ lostRows: 0 });
    await next.kill('SIGKILL');
  },
);
