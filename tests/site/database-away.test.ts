import { PROVIDER_UID, TOOL_UID } from '../../contracts/plugin-id';
import { clearLogs, execute, readLogs } from '../support/callers';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';

/** A run reads again what is older than that. */
const MAX_AGE_MS = 5000;
const INPUTS = { content: 'text' };

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.strapi.documents(PROVIDER_UID).create({ data: { provider_id: 'stored', kind: 'sandbox' } });
  await site.strapi
    .documents(TOOL_UID)
    .create({ data: { ...summarizer({ name: 'Stored', provider: 'stored' }) } as never });
});
afterAll(() => site?.stop());
beforeEach(() => clearLogs(site));

const rename = (from: string, to: string) => site.strapi.db.connection.schema.renameTable(from, to);

/** Does something while tables of the site cannot be read. */
const without = async <Result>(tables: string[], work: () => Promise<Result>): Promise<Result> => {
  for (const table of tables) await rename(table, `${table}_away`);
  try {
    return await work();
  } finally {
    for (const table of tables) await rename(`${table}_away`, table);
  }
};

describe('a tool and a provider that cannot be read again', () => {
  const TABLES = ['ai_tools_tools', 'ai_tools_providers', 'strapi_core_store_settings'];
  const run = async (): Promise<string> => {
    const answer = await site.strapi.plugin('ai-tools').service('execute').executeTool('stored', INPUTS);
    return 'error' in answer ? answer.error.code : 'success';
  };
  const now = Date.now.bind(Date);
  let clock: jest.SpyInstance;
  const passTime = () => clock.mockImplementation(() => now() + MAX_AGE_MS);
  beforeEach(async () => {
    clock = jest.spyOn(Date, 'now').mockImplementation(now);
    expect(await run()).toBe('success');
  });
  afterEach(() => clock.mockRestore());

  test('stay as they were, and the log of the site says so', async () => {
    const warn = jest.spyOn(site.strapi.log, 'warn');
    passTime();
    expect(await without(TABLES, run)).toBe('success');
    const warnings = warn.mock.calls.flat().map(String);
    for (const what of ['tools', 'providers']) {
      expect(warnings.filter((line) => line.includes(`the ${what} cannot be read`))).toHaveLength(1);
    }
  });

  test.each([
    ['tool', TOOL_UID, 'ai_tools_tools', 'tool_not_found'],
    ['provider', PROVIDER_UID, 'ai_tools_providers', 'provider_not_configured'],
  ] as const)(
    'are not what they were once somebody has switched the %s off',
    async (_what, uid, table, code) => {
      const documents = site.strapi.documents(uid);
      const { documentId } = (await documents.findFirst({})) ?? { documentId: '' };
      const switchTo = (enabled: boolean) => documents.update({ documentId, data: { enabled } as never });
      await switchTo(false);
      passTime();
      expect(await without([table], run)).toBe('internal_error');
      clock.mockImplementation(() => now() + 2 * MAX_AGE_MS);
      expect(await run()).toBe(code);
      await switchTo(true);
    },
  );
});

describe('while the host cannot tell who is calling', () => {
  const CALLS = 320;
  test('each call is answered with our code and has its row, however many there are', async () => {
    const answers = await without(['strapi_api_tokens'], () =>
      Promise.all(
        Array.from({ length: CALLS }, () => execute(site, 'stored', INPUTS, `Bearer ${'f'.repeat(256)}`)),
      ),
    );
    const [first] = answers;
    expect(first).toMatchObject({
      status: 500,
      body: {
        data: null,
        error: { code: 'internal_error', details: { request_id: first?.headers.get('x-request-id') } },
      },
    });
    const rows = await readLogs(site);
    expect(rows[0]).toMatchObject({
      status: 'error',
      error_code: 'internal_error',
      error_message: 'the host failed before the tool was reached, and has logged why',
    });
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(rows.map(({ request_id }) => request_id).sort()).toEqual(ids.sort());
  });
});
