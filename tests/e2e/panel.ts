import path from 'node:path';
import { chromium } from 'playwright-core';
import type { BrowserContext, Page } from 'playwright-core';
import type { PermissionName } from '../../contracts/permissions';
import { actionId } from '../../contracts/permissions';
import { createAdministrator } from '../support/admin-caller';
import { startSite } from '../support/site';
import type { Site, SiteOptions } from '../support/site';
import { chromiumPath } from './chromium';

const BUILT_PANEL = path.resolve(__dirname, '../../demo/dist/build');

export interface Person {
  /** what the person's role may do in the plugin; everything in the whole panel when it is left out */
  permissions?: readonly PermissionName[];
  language?: 'en' | 'de';
  width?: number;
}

export interface Panel {
  site: Site;
  /** A person's own browser window, logged in, on the start page of the panel. */
  logIn(person?: Person): Promise<Page>;
  stop(): Promise<void>;
}

/** Opens a page of the plugin: `settings` is /admin/plugins/ai-tools/settings. */
export const openPage = async (page: Page, address: string): Promise<void> => {
  await page.goto(new URL(`/admin/plugins/ai-tools/${address}`, page.url()).href);
};

const rememberFaults = (page: Page, faults: string[]): void => {
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
};

/** A real site with the built panel, and a browser. One for each file of tests. */
export const startPanel = async (options: SiteOptions = {}): Promise<Panel> => {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    // in containers there is no other way, and only our own site is opened
    args: ['--no-sandbox'],
  });
  const site = await startSite({ ...options, adminPanel: BUILT_PANEL }).catch(async (error) => {
    await browser.close();
    throw error;
  });

  const logIn = async ({ permissions, language = 'en', width = 1440 }: Person = {}): Promise<Page> => {
    const { email, password } = await createAdministrator(site, permissions?.map(actionId));
    const context: BrowserContext = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: 'light',
    });
    await context.addInitScript((chosen) => {
      localStorage.setItem('strapi-admin-language', JSON.stringify(chosen));
    }, language);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${site.url}/admin`);
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.locator('nav').first().waitFor();
    return page;
  };

  return {
    site,
    logIn,
    stop: async () => {
      await browser.close();
      await site.stop();
    },
  };
};
