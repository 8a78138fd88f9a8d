import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/**
 * Serious and critical faults of what the page shows, as axe-core names them, each with where it is. `within` is the
 * plugin's part of a page of the host.
 */
export const findBarriers = async (page: Page, within?: Locator): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = within
    ? await within.evaluate((element) => window.axe.run(element))
    : await page.evaluate(() =>
        // the plugin's part of the panel: the host's own navigation is the host's
        window.axe.run(document.querySelector('[data-strapi-main-content]')?.parentElement ?? document),
      );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
};

declare global {
  interface Window {
    axe: typeof axe;
  }
}
