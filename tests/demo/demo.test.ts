import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../..');

// the admin panel is built on the first run
jest.setTimeout(300_000);

let demo: ChildProcess;
let screen = '';

/** Everything on screen once the demo says how to stop it; fails with what it said instead. */
const waitUntilReady = async (): Promise<void> => {
  const ended = once(demo, 'close').then(() => {
    throw new Error(`the demo ended:\n${screen}`);
  });
  const ready = (async () => {
    while (!screen.includes('Press Ctrl+C')) await once(demo.stdout ?? demo, 'data');
  })();
  await Promise.race([ready, ended]);
};

/** What follows a heading on the screen, without its indentation. */
const lineUnder = (heading: string): string => {
  const lines = screen.split('\n');
  return lines[lines.indexOf(heading) + 1]?.trim() ?? '';
};

beforeAll(async () => {
  // no real provider, whatever keys are in the environment of who runs this
  const { OPENAI_API_KEY: _openai, ANTHROPIC_API_KEY: _anthropic, ...env } = process.env;
  demo = spawn('npm', ['run', 'demo'], { cwd: ROOT, env: { ...env, SANDBOX_MODEL: 'sandbox-echo' } });
  demo.stdout?.on('data', (text) => (screen += text));
  demo.stderr?.on('data', (text) => (screen += text));
  await waitUntilReady();
});

afterAll(async () => {
  if (demo.exitCode !== null) return;
  demo.kill('SIGTERM');
  await once(demo, 'close');
});

test('it shows which tool ran where, its answer, and what it cost', () => {
  expect(screen).toContain(
    'The tool "content-summarizer" ran on the provider "sandbox", model "sandbox-echo":',
  );
  expect(screen).toContain('Summarize the text between the lines in at most 20 words.');
  expect(screen).toMatch(/\d+ tokens for \$0, in \d+ ms/);
});

test('the curl lines work as they are printed', async () => {
  const bash = promisify(execFile);
  const { stdout: whole } = await bash('bash', ['-c', lineUnder('The same call from a shell')]);
  expect(JSON.parse(whole)).toMatchObject({
    object: 'chat.completion',
    meta: { tool: 'content-summarizer' },
  });

  const { stdout: streamed } = await bash('bash', ['-c', lineUnder('Another tool, word by word')]);
  expect(streamed).toContain('chat.completion.chunk');
  expect(streamed.trim().endsWith('data: [DONE]')).toBe(true);
});

test('everybody can read its articles, one of which has a shortcode and a block', async () => {
  const address = lineUnder('Admin').replace(/admin$/, 'api/articles?sort=title');
  const { data } = await (await fetch(address)).json();
  expect(data.map(({ title }: { title: string }) => title)).toEqual([
    'A bridge for otters',
    'Bread needs time, not kneading',
    'The lighthouse keeps its lamp',
  ]);
  expect(data[1].content).toMatch(/^\[ai_summary max_length="20"\]\n\nFlour,/);
  expect(data[1].story[0]).toMatchObject({ block: 'mcp-for-wp/ai-summary', maxLength: 30 });
  // saved without one
  expect(data[2].summary).toContain('lighthouse on Gull Point');
});

test('readers get summaries in the place of the shortcode and of the block', async () => {
  const page = lineUnder('What readers see: summaries in the place of a shortcode and of a block');
  expect((await fetch(page)).status).toBe(200);
  const { data } = await (await fetch(new URL('/api/articles?ai-tools=render&sort=title', page))).json();
  expect(data[1].content).toMatch(/^<div class="ai-summary">.*at most 20 words.*<\/div>\n\nFlour,/);
  expect(data[1].story[0].html).toMatch(/^<div class="ai-summary-block">.*at most 30 words/);
});

test('the admin opens at the address it names, with the login it names', async () => {
  const address = lineUnder('Admin');
  const page = await fetch(address);
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ]);

  const [email, password] = lineUnder(`  ${address}`).split(/\s+/);
  const login = await fetch(address.replace(/admin$/, 'admin/login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(login.status).toBe(200);
});
