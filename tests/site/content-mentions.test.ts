import { actionId } from '../../contracts/permissions';
import { createAdminCaller } from '../support/admin-caller';
import { ARTICLE } from '../support/article-site';
import { startContentSite } from '../support/content-site';
import type { ContentSite } from '../support/content-site';

let site: ContentSite;
beforeAll(async () => {
  site = await startContentSite({
    plugin: { content: { summary_tool: 'rare', types: { [ARTICLE]: {}, 'api::gone.gone': {} } } },
  });
});
afterAll(() => site?.stop());

const paragraph = (text: string, more = {}) => ({
  type: 'paragraph',
  children: [{ type: 'text', text }],
  ...more,
});
const block = (tool: string) => paragraph('', { block: 'mcp-for-wp/ai-summary', maxLength: 9, tool });

const contentOf = async (slug: string, caller: Awaited<ReturnType<typeof createAdminCaller>>) =>
  (await caller('GET', `tools/code:${slug}/dependents`)).body.data.content;

test('before a tool is deleted, the entries that use it are named to who may read them', async () => {
  const articles = site.strapi.documents(ARTICLE as never);
  const texts = {
    'In a text': {
      content: 'A [[ai_summary tool="text-studio"]] and [ai_summary tool=text-studio max_length="5"]',
    },
    'In both': {
      summary: '[ai_summary tool="text-studio"]text[/ai_summary]',
      story: [paragraph('x'), block('text-studio')],
    },
    'Without a name': { content: '[ai_summary max_length=60]', story: [block('')] },
    'Only spoken of': {
      content: 'text-studio, [[ai_summary tool="text-studio"]] [ai_summary tool="text-studio-2"]',
    },
    'Of no tool': { content: 'Nothing', story: [paragraph('x')] },
  };
  for (const [title, data] of Object.entries(texts)) {
    await articles.create({ data: { title, ...data } as never, status: 'published' });
  }
  const admin = await createAdminCaller(site);
  const byTitle = (found: { title: string; kind: string }[]) =>
    found.map(({ title, kind }) => `${title}: ${kind}`).sort();
  expect(byTitle(await contentOf('text-studio', admin))).toEqual([
    'In a text: shortcode',
    'In both: block',
    'In both: shortcode',
  ]);
  expect(byTitle(await contentOf('rare', admin))).toEqual([
    'Without a name: block',
    'Without a name: shortcode',
  ]);
  expect(await contentOf('content-summarizer', admin)).toEqual([]);

  const noReader = await createAdminCaller(site, [actionId('readTools')]);
  expect(await contentOf('text-studio', noReader)).toEqual([]);

  const reads = (fields: string[], conditions: string[] = []) => ({
    action: 'plugin::content-manager.explorer.read',
    subject: ARTICLE,
    properties: { fields, locales: ['en'] },
    conditions,
  });
  const ofTexts = await createAdminCaller(site, [actionId('readTools'), reads(['content'])]);
  const toldWithoutTitle = await contentOf('text-studio', ofTexts);
  expect(toldWithoutTitle).toMatchObject([{ kind: 'shortcode' }]);
  expect(toldWithoutTitle[0].title).not.toBe('In a text');
  const ofOwn = [actionId('readTools'), reads(['title', 'content'], ['admin::is-creator'])];
  expect(await contentOf('text-studio', await createAdminCaller(site, ofOwn))).toEqual([]);
});
