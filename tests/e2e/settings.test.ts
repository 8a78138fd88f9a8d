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
      logs: { max_body_bytes: 10_000 },
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
  await button('Llama 3 and 3.1').click();
  await photograph(page, 'provider-new');
  expect(await panel.site.strapi.db.query('plugin::ai-tools.provider').count({})).toBe(0);

  await button('Save').click();
  await card('OpenAI-compatible server').getByText('Ready').waitFor();
  expect(await panel.site.strapi.db.query('plugin::ai-tools.provider').findMany({})).toMatchObject([
    {
      provider_id: 'my-server',
      kind: 'openai-compatible',
      model: 'small-model',
      prompt_template: expect.stringContaining('<|start_header_id|>user<|end_header_id|>\n\n{user}'),
    },
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

const inForce = () => panel.site.strapi.plugin('ai-tools').service('settings-in-force').current();
const openSite = async (): Promise<void> => {
  await openSettings();
  await page.getByRole('tab', { name: 'Site' }).click();
  await field('Retention in days').waitFor();
};

test('the site’s own settings say what holds, what code has set cannot be edited, and kept answers can be cleared', async () => {
  await run('content-summarizer');
  await openSite();
  expect(await field('Retention in days').getAttribute('placeholder')).toBe('90');
  await page.getByText('Set by logs.max_body_bytes in config/plugins').waitFor();
  expect([
    await field('Longest text in bytes').isDisabled(),
    await field('Longest text in bytes').inputValue(),
  ]).toEqual([true, '10,000']);
  await page.getByText('The default; set limits.store in config/plugins to change it').waitFor();
  await page.getByText('1 answer is kept').waitFor();
  expect(await button('Save').isDisabled()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'settings-site');

  await button('Clear all').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Nothing is kept at the moment.').waitFor();
});

test('what follows from a setting is said before it is saved, and a wrong click does not lose it', async () => {
  await field('Inputs and answers').click();
  await page.getByRole('option', { name: 'Kept of every run' }).click();
  await page.getByText('Everything that visitors type is kept for 90 days').waitFor();
  await field('Retention in days').fill('30');
  await page.getByText('Rows older than 30 days are deleted for good').waitFor();
  await field('Budget of the site in US dollars').fill('25.5');
  await page.getByText('With a budget, tools run only on models whose price is known').waitFor();
  await field('Memory in MB').fill('0.5');
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'settings-site-changed');

  await page.getByRole('tab', { name: 'Providers' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await field('Retention in days').inputValue()).toBe('30');
  expect(inForce()).toMatchObject({ logs: { capture: 'none', retention_days: 90 }, budget_usd: null });
});

test('what is saved holds at once', async () => {
  await button('Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(inForce()).toEqual({
    logs: { capture: 'all', retention_days: 30, max_body_bytes: 10_000 },
    budget_usd: 25.5,
    cache: { max_bytes: 524_288 },
  });
  // it is no change any more
  await page.getByText('Rows older than 30 days are deleted for good').waitFor({ state: 'detached' });
  expect(await button('Save').isDisabled()).toBe(true);
});

test('what is typed stays when the settings cannot be read again', async () => {
  await openSite();
  await field('Retention in days').fill('31');
  await page.route('**/ai-tools/settings', (route) => route.abort());
  // asked again when kept answers are cleared
  const failed = page.waitForEvent('requestfailed');
  await button('Clear all').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await failed;
  await page.getByText('The kept answers are cleared').waitFor();
  expect(await field('Retention in days').inputValue()).toBe('31');
  await page.unroute('**/ai-tools/settings');
  await field('Retention in days').fill('30');
});

test('a budget of less than a cent stays as it was typed', async () => {
  await openSite();
  const budget = field('Budget of the site in US dollars');
  await budget.fill('');
  await budget.pressSequentially('0.0005');
  await field('Retention in days').focus();
  expect(await budget.inputValue()).toBe('0.0005');
  await button('Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(inForce()).toMatchObject({ budget_usd: 0.0005 });
  await openSite();
  expect(await budget.inputValue()).toBe('0.0005');
  await budget.fill('25.5');
  await button('Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('faults of the site’s settings are told at their fields, all at once, and nothing is saved', async () => {
  await openSite();
  await field('Retention in days').fill('0');
  await field('Budget of the site in US dollars').fill('-1');
  await field('Memory in MB').fill('-1');
  await page.getByText('must be a number of megabytes, 0 or more').first().waitFor();
  await button('Save').click();
  await page.getByText('must be a whole number from 1 to 100000').first().waitFor();
  await page.getByText('must be an amount of US dollars, 0 or more').first().waitFor();
  expect([
    await field('Retention in days').getAttribute('aria-invalid'),
    await field('Budget of the site in US dollars').getAttribute('aria-invalid'),
  ]).toEqual(['true', 'true']);
  expect(inForce()).toMatchObject({ logs: { retention_days: 30 }, budget_usd: 25.5 });
  await photograph(page, 'settings-site-faults');
});

test('an emptied field goes back to the default', async () => {
  await field('Retention in days').fill('');
  await field('Memory in MB').fill('');
  await field('Budget of the site in US dollars').fill('');
  await button('Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(inForce()).toMatchObject({ logs: { capture: 'all', retention_days: 90 }, budget_usd: null });
});

test('who may only read the settings sees them and cannot change them', async () => {
  const reader = await panel.logIn({ permissions: ['readSettings'], language: 'de' });
  await openPage(reader, 'settings/site');
  const days = reader.getByLabel('Aufbewahrung in Tagen');
  await days.waitFor();
  expect(await days.isDisabled()).toBe(true);
  expect(await reader.getByRole('button', { name: 'Speichern' }).count()).toBe(0);
  expect(await reader.getByRole('button', { name: 'Alle verwerfen' }).count()).toBe(0);
  expect(await findBarriers(reader)).toEqual([]);
  await photograph(reader, 'settings-site-reader');
});

test('nothing of all that went wrong in the browser', () => {
  expect(panel.faults).toEqual([]);
});
