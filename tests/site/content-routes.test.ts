import type { PreviewBlock } from '../../contracts/content';
import { actionId } from '../../contracts/permissions';
import { createAdminCaller, faultyFields } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { ARTICLE } from '../support/article-site';
import { answerCounted, completion, holdRequests, untilTrue } from '../support/cached-site';
import { clearLogs, readLogs } from '../support/callers';
import { startContentSite } from '../support/content-site';
import type { ContentSite } from '../support/content-site';

let site: ContentSite;
let editor: AdminCaller;
beforeAll(async () => {
  site = await startContentSite({ plugin: { content: { summary_tool: 'text-studio' } } });
  editor = await createAdminCaller(site, [actionId('runInContent')]);
});
afterAll(() => site?.stop());
beforeEach(async () => {
  site.provider.requests.length = 0;
  answerCounted(site.provider);
  await clearLogs(site);
});

const paragraph = (text: string, more = {}) => ({
  type: 'paragraph',
  children: [{ type: 'text', text }],
  ...more,
});
const request = (changes: Partial<PreviewBlock.Request> = {}): PreviewBlock.Request => ({
  content_type: ARTICLE,
  block: { maxLength: 30, tool: 'content-summarizer' },
  entry: {
    title: 'Otters',
    secret: 'A secret that is longer than the story of the otters',
    story: [paragraph('', { block: 'mcp-for-wp/ai-summary' }), paragraph('A story of otters.')],
  },
  ...changes,
});
const preview = (changes: Partial<PreviewBlock.Request> = {}, signal?: AbortSignal) =>
  editor('POST', 'content/preview', request(changes), signal);

test('the tools that are switched on, without their prompts', async () => {
  const { status, body } = await editor('GET', 'content/tools');
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    summary_tool: 'text-studio',
    tools: [
      { slug: 'content-summarizer', name: 'Content Summarizer' },
      { slug: 'rare' },
      { slug: 'text-studio' },
    ],
  });
  expect(Object.keys(body.data.tools[0]).sort()).toEqual(['description', 'input_schema', 'name', 'slug']);
});

test('a preview is what a reader would get of an entry that nobody saved', async () => {
  expect(await preview()).toMatchObject({
    status: 200,
    body: { data: { text: 'answer 1', html: '<div class="ai-summary-block">answer 1</div>', error: null } },
  });
  expect(site.prompts()).toEqual(['Summarise in 30 words: A story of otters.']);
  expect(await readLogs(site)).toMatchObject([
    {
      source: 'block',
      caller_type: 'admin',
      caller_id: expect.any(String),
      caller_label: expect.any(String),
    },
  ]);
});

test('a block that names no tool has that of the site', async () => {
  await preview({ block: { maxLength: 30, tool: '' } });
  expect(site.prompts()).toEqual(['A story of otters.|30|||']);
});

test('a run that fails is an answer with its reason', async () => {
  expect(await preview({ block: { maxLength: 30, tool: 'nope' } })).toMatchObject({
    status: 200,
    body: { data: { text: '', html: '', error: { code: 'tool_not_found', status: 404 } } },
  });
  site.provider.answerJson(completion('', 'content_filter'));
  const { body } = await preview();
  expect(body.data).toMatchObject({ text: '', html: '', error: { code: 'content_refused' } });
});

test('of an entry without a text there is nothing, and nothing is run', async () => {
  const { body } = await preview({ entry: { title: '', story: [] } });
  expect(body.data).toEqual({ text: '', html: '', error: null });
  expect(await readLogs(site)).toEqual([]);
});

test('markup in an answer is text', async () => {
  site.provider.answerJson(completion('<img src=x onerror=alert(1)>'));
  const { body } = await preview();
  expect(body.data).toMatchObject({
    text: '<img src=x onerror=alert(1)>',
    html: '<div class="ai-summary-block">&lt;img src=x onerror=alert(1)&gt;</div>',
  });
});

test('who closes the form before the answer lets the provider go', async () => {
  const leave = new AbortController();
  const { held, seen } = holdRequests(site.provider);
  const answer = preview({}, leave.signal);
  await untilTrue(() => held.length === 1);
  leave.abort();
  await expect(answer).rejects.toThrow();
  await untilTrue(() => seen.brokenOff === 1);
  await untilTrue(async () => (await readLogs(site)).length === 1);
  expect(await readLogs(site)).toMatchObject([{ status: 'cancelled' }]);
});

test.each([
  ['an unknown type', { ...request(), content_type: 'api::nope.nope' }, ['content_type']],
  ['a name that every object has', { ...request(), content_type: 'constructor' }, ['content_type']],
  ['a wrong block', { ...request(), block: { maxLength: 0, tool: null } }, ['block.maxLength', 'block.tool']],
  ['more than is known', { ...request(), caller: { type: 'internal' } }, ['caller']],
  ['no entry', { ...request(), entry: [] }, ['entry']],
  ['nothing', {}, ['block', 'content_type', 'entry']],
])('%s is refused, every fault at once', async (_name, body, fields) => {
  expect(faultyFields(await editor('POST', 'content/preview', body))).toEqual(fields);
  expect(site.provider.requests).toEqual([]);
});
