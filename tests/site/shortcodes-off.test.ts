import { startContentSite } from '../support/content-site';
import type { ContentSite } from '../support/content-site';

let site: ContentSite;
beforeAll(async () => {
  site = await startContentSite({ plugin: { content: { shortcodes: false } } });
});
afterAll(() => site?.stop());

test("switched off, [ai_summary] is a text like any other, and the site's own are still there", async () => {
  const shortcodes = site.strapi.plugin('ai-tools').service('shortcodes');
  shortcodes.register('own', () => 'mine');
  const text = '[ai_summary] [ai_summary max_length="60"]x[/ai_summary] [[ai_summary]]';
  expect(await shortcodes.render(`${text} [own]`, { content: 'A text' })).toBe(`${text} mine`);
  expect(site.provider.requests).toEqual([]);
});
