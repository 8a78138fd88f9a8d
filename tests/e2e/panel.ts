import path from 'node:path';
import { chromium } from 'playwright-core';
import type { BrowserContext, Page } from 'playwright-core';
import type { PermissionName } from '../../contracts/permissions';
import { actionId } from '../../contracts/permissions';
import { createAdministrator } from '../support/admin-caller';
import { startSite } from '../support/site';
import type { Site, SiteOptions } from '../support/site';
import { chromiumPath } from './chromium';

/** Made by `build-panel.js`. */
export const BUILT_PANEL = path.resolve(__dirname, '../../demo/dist/build');

export interface Person {
  /** what the person's role may do in the plugin; everything in the whole panel when it is left out */
  permissions?: readonly PermissionName[];
  language?: 'en' | 'de';
  width?: number;
  /** such as Asia/Tokyo; that of the machine when it is left out */
  timeZone?: string;
}

export interface Panel {
  site: Site;
  /** A person's own browser window, logged in, on the start page of the panel. */
  logIn(person?: Person): Promise<Page>;
  /** what went wrong in any window so far: errors that nobody caught, and what was written to the console as one */
  faults: string[];
  stop(): Promise<void>;
}

/** Opens a page of the plugin: `settings` is /admin/plugins/ai-tools/settings. */
export const openPage = async (page: Page, address: string): Promise<void> => {
  await page.goto(new URL(`/admin/plugins/ai-tools/${address}`, page.url()).href);
};

/** What the panel asks for on the open network, what the browser says of refused requests, and the host's own texts. */
const NOT_OURS = /^Failed to load resource|MISSING_TRANSLATION\] Missing message: "(?!ai-tools)/;

const rememberFaults = (page: Page, faults: string[]): void => {
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !NOT_OURS.test(message.text())) faults.push(message.text());
  });
};

/**
 * The host tells everybody about its new media library, above whatever page they are on, until they close it. Which
 * site they closed it on it remembers by the site's id, and which of its two texts they read.
 */
const dismissAnnouncement = async (context: BrowserContext, site: Site): Promise<void> => {
  const response = await fetch(`${site.url}/admin/init`);
  const { data }: { data: { uuid: string | false } } = await response.json();
  await context.addInitScript((id) => {
    for (const isLegacy of [true, false])
      localStorage.setItem(`STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_${isLegacy}:${id}`, 'true');
  }, String(data.uuid));
};

export interface PanelOptions extends SiteOptions {
  /** where people reach the site, such as through a proxy in a sub-path; where it listens when it is left out */
  address?: string;
  /** called when the site listens, before anybody logs in */
  onSite?(site: Site): void;
}

/** A real site with the built panel, and a browser. One for each file of tests. */
export const startPanel = async ({ address, onSite, ...options }: PanelOptions = {}): Promise<Panel> => {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    // in containers there is no other way, and only our own site is opened
    args: ['--no-sandbox'],
  });
  const site = await startSite({ adminPanel: BUILT_PANEL, ...options }).catch(async (error) => {
    await browser.close();
    throw error;
  });

  onSite?.(site);
  const faults: string[] = [];

  const logIn = async ({
    permissions,
    language = 'en',
    width = 1440,
    timeZone,
  }: Person = {}): Promise<Page> => {
    const { email, password } = await createAdministrator(site, permissions?.map(actionId));
    const context: BrowserContext = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: 'light',
      // what still fades in has no contrast yet
      reducedMotion: 'reduce',
      timezoneId: timeZone,
    });
    await context.addInitScript((chosen) => {
      localStorage.setItem('strapi-admin-language', chosen);
    }, language);
    await dismissAnnouncement(context, site);
    const page = await context.newPage();
    rememberFaults(page, faults);
    // a busy machine, and not the panel, is what takes that long
    page.setDefaultTimeout(45_000);
    await page.goto(`${address ?? site.url}/admin`);
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.locator('nav').first().waitFor();
    return page;
  };

  return {
    site,
    faults,
    logIn,
    stop: async () => {
      await browser.close();
      await site.stop();
    },
  };
};
