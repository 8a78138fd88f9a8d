import type { ImportStep } from '../../contracts/tool-files';
import { createAdminCaller, faultyFields } from '../support/admin-caller';
import type { AdminCaller } from '../support/admin-caller';
import { summarizer } from '../support/execute';
import { startSite } from '../support/site';
import type { Site } from '../support/site';
import { SPECIFICATION_EXAMPLE } from '../support/specification-example';

const UID = 'plugin::ai-tools.tool';

let site: Site;
let admin: AdminCaller;

beforeAll(async () => {
  site = await startSite({ plugin: { tools: [summarizer({ name: 'From Code' })] } });
  admin = await createAdminCaller(site);
});
afterAll(() => site?.stop());
afterEach(() => site.strapi.db.query(UID).deleteMany({}));

const importing = async (body: object): Promise<{ imported: boolean; steps: ImportStep[] }> => {
  const answer = await admin('POST', 'tools/import', body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data;
};
const stored = (): Promise<Record<string, unknown>[]> =>
  site.strapi.db.query(UID).findMany({ orderBy: { slug: 'asc' } });
const slugs = async () => (await stored()).map(({ slug }) => slug);

describe('importing', () => {
  test("takes the specification's example as it is", async () => {
    expect(await importing({ document: SPECIFICATION_EXAMPLE })).toEqual({
      imported: true,
      steps: [
        {
          index: 0,
          name: 'Content Summarizer',
          slug: 'content-summarizer',
          conflict: null,
          outcome: 'create',
          result_slug: 'content-summarizer',
          faults: [],
        },
      ],
    });
    expect(await stored()).toMatchObject([
      { ...SPECIFICATION_EXAMPLE, slug: 'content-summarizer', enabled: true },
    ]);
  });

  test('a dry run tells the same and does nothing', async () => {
    const dry = await importing({ document: [SPECIFICATION_EXAMPLE, summarizer()], dry_run: true });
    expect(dry.imported).toBe(false);
    expect(await stored()).toEqual([]);
    const { steps } = await importing({ document: [SPECIFICATION_EXAMPLE, summarizer()] });
    expect(dry.steps).toEqual(steps);
  });

  test.each([
    ['skip', 'skip', null, ['content-summarizer'], 'Old'],
    ['replace', 'replace', 'content-summarizer', ['content-summarizer'], 'Content Summarizer'],
    ['rename', 'rename', 'content-summarizer-2', ['content-summarizer', 'content-summarizer-2'], 'Old'],
  ])('a slug that is taken: %s', async (choice, outcome, result, left, firstName) => {
    const old = summarizer({ name: 'Old', slug: 'content-summarizer', temperature: 0.9 });
    await importing({ document: old });
    const { steps } = await importing({ document: SPECIFICATION_EXAMPLE, on_conflict: choice });
    expect(steps).toMatchObject([{ outcome, result_slug: result, conflict: { with: 'site', name: 'Old' } }]);
    expect(await slugs()).toEqual(left);
    expect((await stored())[0]).toMatchObject({
      name: firstName,
      // what the file does not say is not left over from the tool before
      temperature: choice === 'replace' ? null : 0.9,
    });
  });

  test('each slug may have a choice of its own', async () => {
    const both = [summarizer({ name: 'One' }), summarizer({ name: 'Two' })];
    await importing({ document: both });
    const { steps } = await importing({ document: both, on_conflict: 'rename', choices: { one: 'skip' } });
    expect(steps.map(({ outcome }) => outcome)).toEqual(['skip', 'rename']);
    expect(await slugs()).toEqual(['one', 'two', 'two-2']);
  });

  test('a tool from code cannot be replaced', async () => {
    const { imported, steps } = await importing({
      document: summarizer({ name: 'From Code' }),
      on_conflict: 'replace',
    });
    expect(imported).toBe(false);
    expect(steps).toMatchObject([
      { outcome: 'refuse', conflict: { with: 'code', name: 'From Code' }, faults: [{ field: 'slug' }] },
    ]);
  });

  test('two tools of one slug in one file are a conflict, too', async () => {
    const twice = [SPECIFICATION_EXAMPLE, { ...SPECIFICATION_EXAMPLE, description: 'Second' }];
    const replaced = await importing({ document: twice, on_conflict: 'replace' });
    expect(replaced.imported).toBe(false);
    expect(replaced.steps).toMatchObject([
      { outcome: 'create' },
      { outcome: 'refuse', conflict: { with: 'file' } },
    ]);
    expect(await slugs()).toEqual([]);
    await importing({ document: twice, on_conflict: 'rename' });
    expect(await slugs()).toEqual(['content-summarizer', 'content-summarizer-2']);
  });

  test('with one fault nothing is imported, and every fault of every tool is told', async () => {
    const { imported, steps } = await importing({
      document: [
        summarizer({ name: 'Good' }),
        summarizer({ name: 'Bad', provider: 'nobody', top_p: 2 }),
        'no tool',
        { ...summarizer({ name: 'Worse' }), colour: 'red' },
      ],
    });
    expect(imported).toBe(false);
    expect(steps.map(({ outcome, faults }) => [outcome, faults.map(({ field }) => field).sort()])).toEqual([
      ['create', []],
      ['refuse', ['provider', 'top_p']],
      ['refuse', ['']],
      ['refuse', ['colour']],
    ]);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['text', 'text'],
    ['an export of another version', { format: 'ai-tools', version: 2, tools: [] }],
    ['another format', { tools: [] }],
    ['tools that are no list', { format: 'ai-tools', version: 1, tools: {} }],
    ['nothing', undefined],
  ])('refuses %s as a file', async (_case, document) => {
    expect(faultyFields(await admin('POST', 'tools/import', { document }))).toEqual(['document']);
  });

  test('refuses choices that it does not know', async () => {
    const body = { document: SPECIFICATION_EXAMPLE, on_conflict: 'merge', choices: { a: 'b' } };
    expect(faultyFields(await admin('POST', 'tools/import', body))).toEqual(['choices.a', 'on_conflict']);
  });
});

describe('exporting', () => {
  test('what is exported imports again and is the same', async () => {
    await importing({
      document: summarizer({
        temperature: 0.3,
        stop: ['END'],
        fallbacks: [{ provider: 'openai', model: 'm' }],
        examples: [{ name: 'A', inputs: { content: 'Ä "quoted" text' } }],
        enabled: false,
      }),
    });
    const { body } = await admin('POST', 'tools/export', {});
    expect(body.data).toMatchObject({ format: 'ai-tools', version: 1 });
    const tools: Record<string, unknown>[] = body.data.tools;
    expect(tools.map(({ slug }) => slug)).toEqual(['content-summarizer', 'from-code']);
    expect(tools[0]).not.toHaveProperty('rate_limit');

    await site.strapi.db.query(UID).deleteMany({});
    const { steps } = await importing({ document: body.data });
    expect(steps.map(({ outcome }) => outcome)).toEqual(['create', 'skip']);
    expect((await admin('POST', 'tools/export', {})).body.data).toEqual(body.data);
  });

  test('some of them, in the order asked for', async () => {
    await importing({ document: summarizer({ name: 'One' }) });
    const id = (await stored())[0]?.documentId;
    const { body } = await admin('POST', 'tools/export', { ids: ['code:from-code', id] });
    expect(body.data.tools.map(({ slug }: { slug: string }) => slug)).toEqual(['from-code', 'one']);
    expect((await admin('POST', 'tools/export', { ids: ['nothing'] })).status).toBe(404);
  });
});
