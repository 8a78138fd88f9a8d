import type { Page } from 'playwright-core';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';

let panel: Panel;
beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel?.stop());

test('opens', async () => {
  const page = await panel.logIn();
  await page.screenshot({ path: '/tmp/shot1.png' });
  await openPage(page, 'settings');
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
  await page.screenshot({ path: '/tmp/shot2.png' });
});
