import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { createUser, readLogs } from '../support/callers';
import { toolDocuments } from '../support/documents';
import { summarizer } from '../support/execute';
import { BUILT_PANEL, startPanel } from './panel';
import type { Panel } from './panel';

/*
 * A site in a sub-path, behind a proxy that takes it away, and with a prefix of its own for the content API. What goes past
 * the sub-path is lost.
 */

const run = promisify(execFile);
/** Below /admin, where the host's panel keeps its cookies unless `admin.auth.cookie.path` is built into it. */
const BASE = '/admin/cms';

interface Proxy {
  url: string;
  /** paths of requests that were not for the site */
  lost: string[];
  forwardTo(url: string): void;
  stop(): Promise<void>;
}

const startProxy = async (): Promise<Proxy> => {
  const lost: string[] = [];
  let target = '';
  const server = http.createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (!url.startsWith(`${BASE}/`)) {
      lost.push(url);
      response.writeHead(404).end();
      return;
    }
    const forwarded = http.request(target + url.slice(BASE.length), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lost,
    forwardTo: (url) => {
      target = url;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** The panel as the host builds it for this address: it is the same but for where it and the site are. */
const movePanel = (folder: string): void => {
  cpSync(BUILT_PANEL, folder, { recursive: true });
  const page = path.join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll('"/admin/', `"${BASE}/admin/`));
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const file = path.join(folder, name);
    const script = readFileSync(file, 'utf8');
    const moved = script
      // where scripts that load late are; the routes of the host's API begin alike, and stay
      .replaceAll('"/admin/"+', `"${BASE}/admin/"+`)
      .replaceAll('ADMIN_PATH:"/admin"', `ADMIN_PATH:"${BASE}/admin"`)
      .replaceAll('STRAPI_ADMIN_BACKEND_URL:"/"', `STRAPI_ADMIN_BACKEND_URL:"${BASE}"`);
    if (moved !== script) writeFileSync(file, moved);
  }
};

let workshop: string;
let proxy: Proxy;
let panel: Panel;
let page: Page;

beforeAll(async () => {
  workshop = mkdtempSync(path.join(tmpdir(), 'ai-tools-sub-path-'));
  const adminPanel = path.join(workshop, 'build');
  movePanel(adminPanel);
  proxy = await startProxy();
  panel = await startPanel({
    adminPanel,
    address: proxy.url + BASE,
    server: { url: proxy.url + BASE, proxy: { koa: true, maxIpsCount: 1 } },
    files: { 'config/api.js': `module.exports = { rest: { prefix: '/content' } };` },
    plugin: { logs: { capture: 'all' } },
    onSite: ({ url }) => proxy.forwardTo(url),
  });
  await toolDocuments(panel.site).create({ data: summarizer() });
  page = await panel.logIn();
});
afterAll(async () => {
  await panel?.stop();
  await proxy?.stop();
  rmSync(workshop, { recursive: true, force: true });
});

test('the pages of the plugin are there, and a tool runs in the playground', async () => {
  await page.goto(`${proxy.url}${BASE}/admin/plugins/ai-tools/tools`);
  await page.getByRole('link', { name: 'Content Summarizer' }).click();
  const playground = page.getByRole('region', { name: 'Playground' });
  await playground.getByRole('textbox', { name: /^content/ }).fill('Otters swim.');
  await playground.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Summarise in 100 words: Otters swim.').first().waitFor();
  for (const name of ['logs', 'analytics', 'settings']) {
    await page.goto(`${proxy.url}${BASE}/admin/plugins/ai-tools/${name}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});

test('the line to copy has the address of the site, and runs', async () => {
  await page.goto(`${proxy.url}${BASE}/admin/plugins/ai-tools/tools`);
  await page.getByRole('link', { name: 'Content Summarizer' }).click();
  await page.getByRole('button', { name: 'Use it' }).click();
  const curl = page.locator('pre', { hasText: 'curl' }).first();
  await curl.waitFor();
  const line = await curl.innerText();
  expect(line).toContain(`${proxy.url}${BASE}/content/ai-tools/v1/execute/content-summarizer`);

  const { username, password } = await createUser(panel.site, 'caller');
  const { stdout } = await run('bash', [
    '-c',
    line.replace('USERNAME', username).replace('PASSWORD', password),
  ]);
  expect(JSON.parse(stdout).object).toBe('chat.completion');
  expect((await readLogs(panel.site)).at(-1)).toMatchObject({ source: 'rest', status: 'success' });
});

test('nothing was asked for past the sub-path, and nothing went wrong', () => {
  expect(proxy.lost.filter((url) => url.includes('ai-tools'))).toEqual([]);
  expect(panel.faults).toEqual([]);
});
