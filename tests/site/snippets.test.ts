import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createSnippets } from '../../contracts/snippets';
import { clearLogs, createUser, readLogs } from '../support/callers';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

const run = promisify(execFile);

const INPUTS = {
  content: `It's $(exit 1) \`id\` "quoted" \\ and\nmore </script> ü😀`,
  count: 3,
  ratio: 0.5,
  flag: true,
  list: ["a'b", '$HOME'],
  deep: { 'a"b': null },
};
const TOOL = {
  name: 'Every Type',
  description: 'Takes one input of each type',
  provider: 'sandbox',
  method: 'chat/completions',
  input_schema: {
    type: 'object',
    properties: {
      content: { type: 'string', required: true },
      count: { type: 'integer' },
      ratio: { type: 'number' },
      flag: { type: 'boolean' },
      list: { type: 'array', items: { type: 'string' } },
      deep: { type: 'object' },
    },
  },
  prompt_template: 'Content: {{content}}',
  examples: [{ name: 'All', inputs: INPUTS }],
};
const CREDENTIALS = { username: 'caller', password: `pä'ss"w$rd \`x\`` };

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugin: { tools: [TOOL], logs: { capture: 'all' } } });
  await createUser(site, CREDENTIALS.username, undefined, CREDENTIALS.password);
});
afterAll(() => site?.stop());
afterEach(() => clearLogs(site));

const snippets = () =>
  createSnippets({ ...TOOL, slug: 'every-type' }, { apiUrl: `${site.url}/api`, credentials: CREDENTIALS });

const expectRunFrom = async (source: string, inputs: object = INPUTS) =>
  expect(await readLogs(site)).toMatchObject([{ status: 'success', source, inputs }]);

test('the copied curl runs the tool with exactly these inputs', async () => {
  const { stdout } = await run('bash', ['-c', snippets().curl]);
  expect(JSON.parse(stdout).choices[0].message.content).toContain(INPUTS.content);
  await expectRunFrom('rest');
});

test('the copied fetch runs the tool with exactly these inputs', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', snippets().fetch]);
  expect(stdout).toContain(INPUTS.content);
  await expectRunFrom('rest');
});

test('the copied executeTool runs the tool with exactly these inputs', async () => {
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  await new AsyncFunction('strapi', 'console', snippets().executeTool)(site.strapi, { log: () => {} });
  await expectRunFrom('service');
});

test('the copied shortcode runs the tool with what it can hold of these inputs', async () => {
  const context = { entry: { title: 'T', content: 'The text of an entry' } };
  const html = await site.strapi
    .plugin('ai-tools')
    .service('shortcodes')
    .render(snippets().shortcode, context);
  expect(html).toContain('Content: The text of an entry');
  const { list: _list, deep: _deep, ...held } = INPUTS;
  await expectRunFrom('shortcode', { ...held, content: 'The text of an entry' });
});

test('the copied block runs the tool on the text of its entry', async () => {
  const node = JSON.parse(snippets().block);
  const story = [node, { type: 'paragraph', children: [{ type: 'text', text: 'The story of an entry' }] }];
  const html = await site.strapi.plugin('ai-tools').service('blocks').render(node, { entry: { story } });
  expect(html).toContain('Content: The story of an entry');
  await expectRunFrom('block', { content: 'The story of an entry' });
});
