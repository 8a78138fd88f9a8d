import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = path.join(__dirname, 'screenshots');

/** They take minutes in all, and are for people: `PICTURES=1`. */
const ARE_WANTED = process.env.PICTURES !== undefined;

/** Widths that the pages are made for: a small laptop, and a screen with room. */
const WIDTHS = [1024, 1440];

/** Pictures of a whole page in light and dark, wide and narrow, to be looked at. */
export const photograph = async (page: Page, name: string): Promise<void> => {
  if (!ARE_WANTED) return;
  mkdirSync(FOLDER, { recursive: true });
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // the page scrolls inside the panel, where a picture of the whole page would not follow
    const height = await page.evaluate(
      () => document.querySelector('[data-strapi-main-content]')?.scrollHeight ?? 0,
    );
    await page.setViewportSize({ width, height: Math.max(900, height + 60) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: path.join(FOLDER, `${name}-${colorScheme}-${width}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
};

/** Pictures of what is on the screen, in light and dark: of a dialog that would close on a screen of another width. */
export const photographScreen = async (page: Page, name: string): Promise<void> => {
  if (!ARE_WANTED) return;
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: path.join(FOLDER, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
};
