import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as Execute from '../support/execute';
import { readFixture, startFakeProvider } from '../support/fake-provider';

const ROOT = path.resolve(__dirname, '../..');

describe('the provider that CONTRIBUTING.md adds', () => {
  let copy: string;

  beforeAll(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'ai-tools-contributing-'));
    for (const part of ['server', 'contracts', 'tests/support', 'tsconfig.json', 'package.json'])
      cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
    const page = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    const diff = /```diff\n(?<diff>[\s\S]*?)```/.exec(page)?.groups?.diff ?? '';
    execFileSync('git', ['apply', '-'], { cwd: copy, input: diff });
  });
  afterAll(() => {
    rmSync(copy, { recursive: true, force: true });
  });

  test('compiles as it stands', () => {
    const tsconfig = { extends: './tsconfig.json', files: ['server/src/providers/registry.ts'], include: [] };
    writeFileSync(path.join(copy, 'tsconfig.one.json'), JSON.stringify(tsconfig));
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '--noEmit', '-p', 'tsconfig.one.json'], { cwd: copy });
  });

  test('answers, streams and tells a wrong key', async () => {
    const support: typeof Execute = await import(path.join(copy, 'tests/support/execute.ts'));
    const { createTestSite, errorOf, summarizer, textOf } = support;
    const server = await startFakeProvider();
    const site = createTestSite({
      providers: { groq: { endpoint: server.url, api_key: 'gsk-test' } },
      tools: [summarizer({ provider: 'groq', max_tokens: 50 })],
    });
    const run = (options = {}) => site.execute('content-summarizer', { content: 'x' }, options);

    server.answerJson(readFixture('openai/completion.json'));
    expect(textOf(await run())).toBe('Strapi manages content.');
    expect(server.requests[0]).toMatchObject({
      path: '/chat/completions',
      headers: { authorization: 'Bearer gsk-test' },
      body: { model: 'openai/gpt-oss-20b', max_completion_tokens: 50 },
    });

    server.answerTorn(Buffer.from(readFixture('openai/stream.txt')), 'text/event-stream');
    expect(textOf(await run({ onChunk: () => {} }))).not.toBe('');

    server.answerJson('{"error":{"message":"Invalid API Key","code":"invalid_api_key"}}', 401);
    expect(errorOf(await run())).toMatchObject({ code: 'provider_auth_failed' });
    site.close();
    await server.stop();
  });
});
