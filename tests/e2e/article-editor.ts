import type { Locator, Page } from 'playwright-core';
import type { PermissionName } from '../../contracts/permissions';
import { actionId } from '../../contracts/permissions';
import { ARTICLE } from '../support/article-site';
import type { Site } from '../support/site';
import type { Panel, Person } from './panel';

type Data = Record<string, unknown>;

interface Articles {
  create(params: { data: Data; locale?: string }): Promise<{ documentId: string }>;
  update(params: { documentId: string; data: Data; locale?: string }): Promise<unknown>;
  publish(params: { documentId: string; locale?: string }): Promise<unknown>;
  findOne(params: { documentId: string; locale?: string; populate?: unknown }): Promise<Data | null>;
}

/** The host types only content types that it has generated types for; these are read as plain rows here. */
export const articlesOf = (site: Site): Articles => site.strapi.documents(ARTICLE as never) as never;

const ALL_FIELDS = [
  'title',
  'content',
  'summary',
  'story',
  'secret',
  'seo.description',
  'seo.quote.words',
  'seo.quote.body',
  'quotes.words',
  'quotes.body',
  'sections',
];

export interface EditorRole {
  permissions?: readonly PermissionName[];
  /** fields by what the role may do with them; all unless told */
  reads?: readonly string[];
  updates?: readonly string[];
}

/** Logs in somebody whose role lets them edit articles, and no more than it says. */
export const logInEditor = async (
  panel: Panel,
  { permissions = ['runInContent'], reads = ALL_FIELDS, updates = ALL_FIELDS }: EditorRole,
  person: Omit<Person, 'permissions'> = {},
): Promise<Page> => {
  const page = await panel.logIn({ ...person, permissions });
  const { strapi } = panel.site;
  const [role]: { id: number }[] = await strapi.db
    .query('admin::role')
    .findMany({ orderBy: { id: 'desc' }, limit: 1 });
  const explorer = (action: string, fields: readonly string[]) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject: ARTICLE,
    properties: { fields: [...fields], locales: ['en', 'de'] },
    conditions: [],
  });
  await strapi.service('admin::role').assignPermissions(role?.id, [
    ...permissions.map((name) => ({
      action: actionId(name),
      subject: null,
      properties: {},
      conditions: [],
    })),
    explorer('read', reads),
    explorer('create', updates),
    explorer('update', updates),
  ]);
  return page;
};

/** The edit view of an article. */
export const openArticle = async (page: Page, documentId: string, locale = 'en'): Promise<void> => {
  const address = `/admin/content-manager/collection-types/${ARTICLE}/${documentId}`;
  await page.goto(new URL(`${address}?plugins[i18n][locale]=${locale}`, page.url()).href);
  await page.getByRole('button', { name: /^(Save|Speichern)$/ }).waitFor();
};

/** The part of the edit view that is the plugin's. */
export const toolsPanel = (page: Page): Locator =>
  page.locator('aside', { has: page.getByRole('heading', { name: 'AI Tools' }) });

/** Waits until something holds; fails with what it was last. */
export const until = async <Value>(
  read: () => Promise<Value>,
  check: (value: Value) => boolean,
): Promise<Value> => {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (check(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
};
