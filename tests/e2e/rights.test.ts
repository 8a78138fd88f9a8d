import type { Page } from 'playwright-core';
import { PERMISSIONS, actionId } from '../../contracts/permissions';
import type { PermissionName } from '../../contracts/permissions';
import { createAdminCaller } from '../support/admin-caller';
import { summarizer } from '../support/execute';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const TOOL = 'plugin::ai-tools.tool';
const NO_PERMISSION = "You don't have the permissions to access that content";

/** What can be done: how the panel offers it, and a request for it that changes nothing where it is allowed. */
const DEEDS = {
  'see the tools': ['GET', 'tools'],
  'make a tool': ['POST', 'tools', {}],
  'import tools': ['POST', 'tools/import', {}],
  'replace by import': ['POST', 'tools/import', { document: [], on_conflict: 'replace', dry_run: true }],
  'export a tool': ['POST', 'tools/export', { ids: [] }],
  'change a tool': ['PUT', 'tools/no-such-tool', {}],
  'switch a tool': ['PUT', 'tools/no-such-tool/enabled', {}],
  'duplicate a tool': ['POST', 'tools/no-such-tool/duplicate'],
  'delete a tool': ['DELETE', 'tools/no-such-tool'],
  'clear kept answers': ['DELETE', 'tools/no-such-tool/cache'],
  'run a draft': ['POST', 'playground/run', {}],
  'see the settings': ['GET', 'settings'],
  'test a provider': ['POST', 'providers/no-such-provider/test', {}],
  'change the settings': ['PUT', 'settings', { no_such_setting: 1 }],
  'see the logs': ['GET', 'logs'],
  'see the analytics': ['GET', 'analytics'],
} as const satisfies Record<string, readonly [string, string, unknown?]>;

type Deed = keyof typeof DEEDS;

const PERSONS: Record<string, readonly PermissionName[]> = {
  'only reads tools': ['readTools'],
  'reads and changes tools': ['readTools', 'updateTools'],
  'reads and makes tools, and changes none': ['readTools', 'createTools'],
  'does everything with tools but run drafts': [
    'readTools',
    'createTools',
    'updateTools',
    'deleteTools',
    'clearResults',
  ],
  'reads tools and runs drafts': ['readTools', 'runPlayground'],
  'only reads settings': ['readSettings'],
};

let panel: Panel;
let id: string;

beforeAll(async () => {
  panel = await startPanel();
  const tool = await panel.site.strapi.documents(TOOL).create({ data: summarizer({ name: 'Shared Tool' }) });
  id = tool.documentId;
});
afterAll(() => panel?.stop());

const open = async (page: Page, address: string): Promise<void> => {
  await openPage(page, address);
  await page.getByRole('heading', { level: 1 }).or(page.getByText(NO_PERMISSION)).first().waitFor();
};
const isThere = async (page: Page, role: 'button' | 'link' | 'menuitem' | 'switch', name: string | RegExp) =>
  (await page.getByRole(role, { name, exact: true }).count()) > 0;

/** What the list, a row's menu and the import say can be done. */
const offersOfList = async (page: Page): Promise<Deed[]> => {
  await open(page, 'tools');
  if (!(await isThere(page, 'button', 'Export all'))) return [];
  const offers: Deed[] = ['see the tools'];
  if (await isThere(page, 'link', 'Add a tool')) offers.push('make a tool');
  if (await isThere(page, 'switch', 'Shared Tool in use')) offers.push('switch a tool');
  await page.getByRole('button', { name: 'What to do with Shared Tool' }).click();
  await page.getByRole('menuitem').first().waitFor();
  if (await isThere(page, 'menuitem', 'Export')) offers.push('export a tool');
  if (await isThere(page, 'menuitem', 'Duplicate')) offers.push('duplicate a tool');
  if (await isThere(page, 'menuitem', 'Delete')) offers.push('delete a tool');
  if (await isThere(page, 'menuitem', 'Clear kept answers')) offers.push('clear kept answers');
  await page.keyboard.press('Escape');
  if (await isThere(page, 'button', 'Import')) {
    offers.push('import tools');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByLabel('Or paste JSON').fill(JSON.stringify(summarizer({ name: 'Shared Tool' })));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('combobox', { name: 'What becomes of Shared Tool' }).click();
    if ((await page.getByRole('option').allInnerTexts()).includes('Replace')) {
      offers.push('replace by import');
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  return offers;
};

const offersOfBuilder = async (page: Page): Promise<Deed[]> => {
  const offers: Deed[] = [];
  await open(page, `tools/${id}`);
  if (await isThere(page, 'button', 'Save')) offers.push('change a tool');
  if (await isThere(page, 'button', 'Run')) offers.push('run a draft');
  return offers;
};

const offersOfSettings = async (page: Page): Promise<Deed[]> => {
  await open(page, 'settings');
  if (!(await isThere(page, 'link', /^(View|Configure) OpenAI$/))) return [];
  const offers: Deed[] = ['see the settings'];
  if (await isThere(page, 'button', 'Test Connection')) offers.push('test a provider');
  await open(page, 'settings/site');
  if (await isThere(page, 'button', 'Save')) offers.push('change the settings');
  return offers;
};

const offersOfMenu = async (page: Page): Promise<Deed[]> => {
  const links = await page.getByRole('navigation', { name: 'AI Tools' }).getByRole('link').allInnerTexts();
  const deeds = {
    Tools: 'see the tools',
    'Add New': 'make a tool',
    Settings: 'see the settings',
    Logs: 'see the logs',
    Analytics: 'see the analytics',
  } as const satisfies Record<string, Deed>;
  return Object.entries(deeds)
    .filter(([link]) => links.includes(link))
    .map(([, deed]) => deed);
};

const allowedBy = async (permissions: readonly PermissionName[]): Promise<string[]> => {
  const call = await createAdminCaller(panel.site, permissions.map(actionId));
  const allowed: string[] = [];
  for (const [deed, [method, path, body]] of Object.entries(DEEDS)) {
    const { status } = await call(method, path, body);
    expect([deed, status]).not.toEqual([deed, 401]);
    if (status !== 403) allowed.push(deed);
  }
  return allowed;
};

test('who may do everything is allowed all of it, so that a refusal means something', async () => {
  const everything = Object.keys(PERMISSIONS) as PermissionName[];
  expect(await allowedBy(everything)).toEqual(Object.keys(DEEDS));
});

describe.each(Object.entries(PERSONS))('who %s', (who, permissions) => {
  let page: Page;
  const refused: string[] = [];
  beforeAll(async () => {
    page = await panel.logIn({ permissions });
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.status() === 403 && pathname.startsWith('/ai-tools/')) refused.push(pathname);
    });
    await page.getByRole('link', { name: 'AI Tools' }).click();
    await page.getByRole('navigation', { name: 'AI Tools' }).waitFor();
  });
  afterAll(() => page?.context().close());

  test('is offered what the site lets them do, and nothing else', async () => {
    const offers = new Set<string>([
      ...(await offersOfMenu(page)),
      ...(await offersOfList(page)),
      ...(await offersOfBuilder(page)),
      ...(await offersOfSettings(page)),
    ]);
    const allowed = await allowedBy(permissions);
    expect(Object.keys(DEEDS).filter((deed) => offers.has(deed))).toEqual(allowed);
    expect(allowed.length).toBeLessThan(Object.keys(DEEDS).length);
  });

  test('is never refused what the pages ask for by themselves', () => {
    expect(refused).toEqual([]);
  });

  test('can read what is in front of them', async () => {
    const name = who.replace(/\W+/g, '-');
    const first = permissions.includes('readTools') ? `tools/${id}` : 'settings/site';
    await open(page, first);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `rights-${name}`);
  });
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
