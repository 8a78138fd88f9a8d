import type { Page } from 'playwright-core';
import { readFixture, startFakeProvider } from '../support/fake-provider';
import type { FakeProvider } from '../support/fake-provider';
import { summarizer } from '../support/execute';
import { findBarriers } from './accessibility';
import { openPage, startPanel } from './panel';
import type { Panel } from './panel';
import { photograph } from './pictures';

const KEY = 'sk-of-a-server-0123456789WXYZ';

let panel: Panel;
let page: Page;
let server: FakeProvider;

/** Speaks OpenAI's format, and knows one key and two models. */
const serve = ({ path, headers, body }: FakeProvider['requests'][number]): [number, unknown] => {
  if (headers.authorization !== `Bearer ${KEY}`) {
    return [401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }];
  }
  if (path.endsWith('/models')) {
    return [200, { object: 'list', data: [{ id: 'small-model' }, { id: 'large-model' }] }];
  }
  if (['small-model', 'large-model'].includes(Object(body).model)) {
    return [200, JSON.parse(readFixture('openai/completion.json'))];
  }
  return [404, { error: { message: 'The model does not exist.', code: 'model_not_found' } }];
};

beforeAll(async () => {
  process.env.ANTHROPIC_API_KEY = 'sk-of-the-environment-0123456789abcd';
  server = await startFakeProvider();
  server.answer((request, response) => {
    const [status, content] = serve(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  });
  panel = await startPanel({
    plugin: {
      providers: { mistral: { api_key: 'key-of-the-config-0123456789', model: 'mistral-from-code' } },
      logs: { capture: 'errors' },
      tools: [
        summarizer({ cache_duration: 60 }),
        summarizer({ name: 'Failing', model: 'sandbox-provider-unavailable' }),
      ],
    },
  });
  page = await panel.logIn();
});
afterAll(async () => {
  delete process.env.ANTHROPIC_API_KEY;
  await panel?.stop();
  await server?.stop();
});

const card = (name: string) => page.getByRole('article', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
// an input that is needed has an asterisk in its label
const field = (label: string) => page.getByLabel(new RegExp(`^${label}\\*?$`));
const status = () => page.getByRole('status').filter({ hasText: /It (works|does not work)/ });
const openSettings = async (address = 'settings'): Promise<void> => {
  await openPage(page, address);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const run = (slug: string) =>
  panel.site.strapi.plugin('ai-tools').service('execute').executeTool(slug, { content: 'x' });

test('every provider has a card that says how it is', async () => {
  await run('failing');
  await panel.site.strapi.plugin('ai-tools').service('logs').flush();
  await openSettings();
  await card('OpenAI').getByText('Needs a key').waitFor();
  await card('Anthropic').getByText('••••abcd from ANTHROPIC_API_KEY').waitFor();
  await card('Mistral AI').getByText('mistral-from-code').waitFor();
  await card('Sandbox (no model)').getByText('Last run failed').waitFor();
});

test('a card tests what is in force, green and red', async () => {
  await card('Sandbox (no model)').getByRole('button', { name: 'Test Connection' }).click();
  await card('Sandbox (no model)').getByText('It works.').waitFor();
  await card('OpenAI').getByRole('button', { name: 'Test Connection' }).click();
  await card('OpenAI').getByText('It does not work yet.').waitFor();
  await card('OpenAI').getByText('OPENAI_API_KEY').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'settings');
});

test('a provider is added, tested red and green before it is saved, and saved', async () => {
  await page.getByRole('link', { name: 'Add provider' }).click();
  await field('Kind').click();
  await page.getByRole('option', { name: 'OpenAI-compatible server' }).click();
  await field('Id').fill('my-server');
  await field('Endpoint').fill(server.url);
  await field('Model').fill('smal-model');
  await field('API key').fill('wrong');
  await button('Test Connection').click();
  await status().getByText('It does not work yet.').waitFor();

  await field('API key').fill(KEY);
  await button('Test Connection').click();
  await status().getByRole('button', { name: 'small-model' }).click();
  expect(await field('Model').inputValue()).toBe('small-model');
  await button('Test Connection').click();
  await status().getByText('It works.').waitFor();
  await photograph(page, 'provider-new');
  expect(await panel.site.strapi.db.query('plugin::ai-tools.provider').count({})).toBe(0);

  await button('Save').click();
  await card('OpenAI-compatible server').getByText('Ready').waitFor();
  expect(await panel.site.strapi.db.query('plugin::ai-tools.provider').findMany({})).toMatchObject([
    { provider_id: 'my-server', kind: 'openai-compatible', model: 'small-model' },
  ]);
});

test('its key is shown by its end alone, and the models it has can be chosen', async () => {
  await openSettings('settings/providers/my-server');
  expect(await field('API key').inputValue()).toBe('••••WXYZ stored, encrypted');
  await field('Model').fill('');
  await field('Model').click();
  await page.getByRole('option', { name: 'large-model' }).click();
  expect(await field('Model').inputValue()).toBe('large-model');
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'provider');
});

test('a wrong click does not lose what has not been saved', async () => {
  await page.getByRole('link', { name: 'Logs' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await field('Model').inputValue()).toBe('large-model');
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => {});
  await (await asked).dismiss();
  expect(await field('Model').inputValue()).toBe('large-model');
});

test('faults are told at their fields, all at once, in the words of the server', async () => {
  await field('Temperature').fill('7');
  await field('Max tokens').fill('99999');
  await button('Save').click();
  await page.getByText('must be a number from 0 to 1').first().waitFor();
  await page.getByText('must be a whole number from 1 to 8192').first().waitFor();
  expect(await field('Temperature').getAttribute('aria-invalid')).toBe('true');
  await photograph(page, 'provider-faults');

  await field('Temperature').fill('0.5');
  await field('Max tokens').fill('1000');
  await button('Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await panel.site.strapi.db.query('plugin::ai-tools.provider').findMany({})).toMatchObject([
    { model: 'large-model', temperature: 0.5, max_tokens: 1000 },
  ]);
});

test('a stored key can be replaced and taken away', async () => {
  await openSettings('settings/providers/my-server');
  await button('Replace').click();
  await field('API key').fill('sk-another-key-0123456789-9999');
  await button('Save').click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value.startsWith('••••9999')),
  );
  await button('Remove').first().click();
  await page.getByText('Will be removed when you save').waitFor();
  await button('Save').click();
  await field('API key').waitFor();
  await page.waitForFunction(() => document.querySelector('input[type=password]') !== null);
  expect(await panel.site.strapi.db.query('plugin::ai-tools.provider').findMany({})).toMatchObject([
    { api_key: null },
  ]);
});

test('what code has set is shown and cannot be edited', async () => {
  await openSettings('settings/providers/mistral');
  expect([await field('Model').isDisabled(), await field('Model').inputValue()]).toEqual([
    true,
    'mistral-from-code',
  ]);
  await page.getByText('Set by providers.mistral.model in config/plugins').waitFor();
  expect(await field('API key').isDisabled()).toBe(true);
  await photograph(page, 'provider-locked');

  await openSettings('settings/providers/anthropic');
  await page.getByText('Set by ANTHROPIC_API_KEY in the environment').waitFor();
});

test('an added provider can be removed', async () => {
  await openSettings('settings/providers/my-server');
  await page.getByRole('region', { name: 'State' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  expect(await panel.site.strapi.db.query('plugin::ai-tools.provider').count({})).toBe(0);
});

test('a provider can be tested by keyboard alone', async () => {
  await openSettings();
  await card('Sandbox (no model)').getByRole('link').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await card('Sandbox (no model)').getByText('It works.').waitFor();
});

test('the site’s own settings say what is in force and where it comes from, and kept answers can be cleared', async () => {
  await run('content-summarizer');
  await openSettings();
  await page.getByRole('tab', { name: 'Site' }).click();
  await page.getByText('Kept of runs that failed').waitFor();
  await page.getByText('Set by logs.capture in config/plugins').waitFor();
  await page.getByText('1 answer is kept').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'settings-site');

  await button('Clear all').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Nothing is kept at the moment.').waitFor();
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
