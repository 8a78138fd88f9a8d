import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '@strapi/types';
import { z } from 'zod';
import { compileTool } from '../../server/src/engine/compile-tool';
import { compilePromptTemplate } from '../../server/src/engine/prompt-template';
import { ADAPTERS } from '../../server/src/providers/registry';
import { ARTICLE } from '../support/article-site';
import { callSite } from '../support/docs/call-site';
import type { Called } from '../support/docs/call-site';
import { startDocsSite } from '../support/docs/docs-site';
import type { DocsSite } from '../support/docs/docs-site';
import { differences, matchesText } from '../support/docs/match-shape';
import { PAGES, REPOSITORY, fencesOf, placeOf, readPage } from '../support/docs/pages';
import type { Fence } from '../support/docs/pages';
import { runModule } from '../support/docs/run-code';
import { commandsOf, filePathOf, runnerOf } from '../support/docs/runners';
import type { Runner } from '../support/docs/runners';
import { compileConfig, pluginPart, readConfigFile, readFragment } from '../support/docs/site-config';
import { findTypeFaults, wrap } from '../support/docs/type-check';
import { findUntouchedProvider } from '../support/execute';

/*
 * Every block of code in README.md and docs/ is run, in the order of the pages, as a reader would: files are put into
 * one real site, curl lines are sent to it by a shell and their answers compared with the ones printed beneath, code
 * for a site is compiled with the settings of the host's starter and run in it. A block that nothing runs is a fault.
 */

/** What is another program's and cannot be run here, by page and first line, with the reason. */
const SHOWN: Record<string, string> = {
  'docs/upgrading.md: location /cms/ {': 'for nginx, which is no part of the development dependencies',
};

const blocks = PAGES.flatMap((page) => {
  const fences = fencesOf(page);
  return fences.map((fence, index) => ({ fence, runner: runnerOf(fence, fences.slice(0, index)) }));
});
const withRunner = (...runners: Runner[]) =>
  blocks.flatMap(({ fence, runner }) => (runner && runners.includes(runner) ? [{ fence, runner }] : []));
const filesOf = (pattern: RegExp): Fence[] =>
  withRunner('file')
    .map(({ fence }) => fence)
    .filter((fence) => pattern.test(filePathOf(fence) ?? ''));
const placesOf = (list: readonly { fence: Fence }[]): string[] => list.map(({ fence }) => placeOf(fence));

const CONFIG = /^config\//;
const PLUGINS = /^config\/plugins\.[jt]s$/;
const CRON = /^config\/cron-tasks\.[jt]s$/;
const SOURCES = /^src\/(?!admin\/)/;

let site: DocsSite;
beforeAll(async () => {
  site = await startDocsSite({
    configFiles: filesOf(PLUGINS),
    fragments: withRunner('config').map(({ fence }) => fence),
    sourceFiles: filesOf(SOURCES),
  });
});
afterAll(() => site?.stop());

test('there is something that runs every block', () => {
  expect(blocks.length).toBeGreaterThan(20);
  expect(placesOf(blocks.filter(({ runner }) => runner === null))).toEqual([]);
});

test('every block has a language', () => {
  expect(placesOf(blocks.filter(({ fence }) => fence.language === ''))).toEqual([]);
});

test('what is only shown is on the list, with its reason', () => {
  const shown = withRunner('shown').map(({ fence }) => `${fence.page}: ${fence.code.split('\n')[0]}`);
  expect(shown.filter((block) => !Object.hasOwn(SHOWN, block))).toEqual([]);
});

test('TypeScript compiles as it does in a site', () => {
  const typed = withRunner('file', 'config', 'in-process').filter(({ fence }) =>
    fence.language.startsWith('ts'),
  );
  expect(findTypeFaults(typed)).toEqual([]);
});

/** Code as plain words, so that `spawn('npm', ['run', 'demo'])` has the line `npm run demo` in it. */
const asWords = (text: string): string =>
  text
    .replaceAll(/['"`,[\]()]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What the environment is asked for by the plugin, by the host's starter, and by the code of the pages themselves. */
const isEnvironmentVariable = (name: string): boolean =>
  ADAPTERS.some(({ keyConstants }) => keyConstants.includes(name)) ||
  ['ENCRYPTION_KEY', 'TZ'].includes(name) ||
  new RegExp(`(process\\.env\\.|env\\(')${name}\\b`).test(PAGES.map(readPage).join('\n'));

const isPrinted = (header: string, sent: readonly string[]): boolean => {
  const plain = (text: string) => text.replaceAll(/\d+/g, '0').toLowerCase();
  return sent.some((other) => matchesText(plain(header), plain(other)));
};

const readEvent = (line: string): unknown => (line === 'data: [DONE]' ? 'done' : JSON.parse(line.slice(6)));
const eventsIn = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map(readEvent);

const cronTasks = z.record(
  z.string(),
  z.object({ task: z.custom<(given: { strapi: Core.Strapi }) => Promise<void>>() }),
);

// of the last curl lines, and of the last text that was rendered
let called: Called;
let html: string;

class TakenBack extends Error {}

const RUN: Record<Runner, (fence: Fence) => Promise<void> | void> = {
  file: async (fence) => {
    const file = filePathOf(fence) ?? '';
    // those under src/ are in the site that runs here
    expect(file).toMatch(/^(config|src)\//);
    if (!CONFIG.test(file)) return;
    const config = readConfigFile(fence);
    expect(config).toBeInstanceOf(Object);
    if (PLUGINS.test(file)) compileConfig(fence, pluginPart(config));
    if (!CRON.test(file)) return;
    for (const { task } of Object.values(cronTasks.parse(config))) await task({ strapi: site.strapi });
  },

  config: (fence) => void compileConfig(fence, readFragment(fence)),

  'in-process': async (fence) => {
    const { strapi, article, url, environment } = site;
    const names = {
      strapi,
      content: String(article.content),
      article: { ...article },
      process: { ...process, env: { ...environment, SITE_URL: url } },
      console: { log: () => {} },
    };
    await Object(runModule(wrap(fence, 'in-process').source, names)).run();
  },

  curl: async (fence) => {
    called = await callSite(fence, site.url, site.environment);
    const { statuses, output } = called;
    const expected = statuses.map(() => Number(fence.words.status ?? 200));
    expect({ statuses, output }).toEqual({ statuses: expected, output });
    expect(statuses.length).toBeGreaterThan(0);
  },

  answer: ({ code }) => {
    const body = called.output.replace(/^HTTP\/[\s\S]*?\r\n\r\n/, '');
    expect(differences(JSON.parse(code), JSON.parse(body))).toEqual([]);
  },

  headers: ({ code }) => {
    const sent = called.headers.split(/\r?\n/);
    const printed = code.split('\n').filter((line) => line.trim() !== '');
    const missing = printed.filter((header) => !isPrinted(header, sent));
    expect({ missing, sent }).toEqual({ missing: [], sent });
  },

  stream: ({ code }) => {
    const events = eventsIn(called.output);
    expect(eventsIn(code).length).toBeGreaterThan(0);
    for (const printed of eventsIn(code)) {
      const faults = events.map((event) => differences(printed, event));
      expect({ printed, faults: faults.every((list) => list.length > 0) ? faults : [] }).toEqual({
        printed,
        faults: [],
      });
    }
  },

  render: async ({ code }) => {
    const context = { entry: site.article, contentType: ARTICLE };
    html = await site.strapi.plugin('ai-tools').service('shortcodes').render(code, context);
  },

  rendered: ({ code }) => {
    if (!matchesText(code.trim(), html.trim())) expect(html.trim()).toBe(code.trim());
  },

  block: async ({ code }) => {
    const blocks = site.strapi.plugin('ai-tools').service('blocks');
    const node = JSON.parse(code);
    expect(blocks.isBlock(node)).toBe(true);
    expect(await blocks.render(node, { entry: site.article, contentType: ARTICLE })).not.toBe('');
  },

  tool: ({ code }) => {
    for (const tool of [JSON.parse(code)].flat()) {
      expect(compileTool(tool, findUntouchedProvider)).toMatchObject({ tool: expect.anything() });
    }
  },

  prompt: ({ code }) => void compilePromptTemplate(code),

  env: (fence) => {
    const names = commandsOf(fence).map((line) => line.split('=')[0] ?? '');
    expect(names.filter((name) => !isEnvironmentVariable(name))).toEqual([]);
  },

  // all of it in one transaction that is taken back, so that the site goes on
  sql: async ({ code }) => {
    const { connection } = site.strapi.db;
    const { failure } = await connection
      .transaction(async (transaction) => {
        for (const statement of code.replaceAll(/--.*$/gm, '').split(';')) {
          if (statement.trim() !== '') await transaction.raw(statement);
        }
        throw new TakenBack();
      })
      .catch((thrown: unknown) => ({ failure: thrown }));
    expect(failure).toBeInstanceOf(TakenBack);
  },

  // by the test, or the script, that the block names
  in: (fence) => {
    const file = (fence.words.run ?? '').replace(/^in:/, '');
    const words = asWords(readFileSync(path.join(REPOSITORY, file), 'utf8'));
    expect(commandsOf(fence).filter((line) => !words.includes(asWords(line)))).toEqual([]);
  },

  shown: () => {},
};

const runnable = blocks.flatMap(({ fence, runner }) =>
  runner ? [[placeOf(fence), runner, fence] as const] : [],
);
test.each(runnable)('%s (%s) is true', async (_place, runner, fence) => {
  await RUN[runner](fence);
});

test('the README’s own shortcode is filled by its tool', async () => {
  const { render } = site.strapi.plugin('ai-tools').service('shortcodes');
  expect(await render('[headline]A long text[/headline]')).toMatch(/at most 8 words\..*A long text$/s);
});

test('an entry that is saved gets the summary that docs/in-process.md promises', () => {
  expect(site.article.summary).toContain(String(site.article.content));
});
