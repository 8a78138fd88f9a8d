import type { ServerResponse } from 'node:http';
import { ARTICLE, withArticles } from './article-site';
import { completion } from './cached-site';
import { grantPublic } from './callers';
import { summarizer } from './execute';
import type { FakeProvider } from './fake-provider';
import { startSite } from './site';
import type { Site, SiteOptions } from './site';

export const CATEGORY = 'api::category.category';
export const HOME = 'api::home.home';
export const NOTE = 'api::note.note';

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const type = (name: string, plural: string, schema: object, controller = ''): Record<string, string> => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: json({
    kind: 'collectionType',
    collectionName: plural,
    info: { singularName: name, pluralName: plural, displayName: name },
    options: { draftAndPublish: false },
    ...schema,
  }),
  [`src/api/${name}/controllers/${name}.js`]: `const { factories } = require('@strapi/strapi');
module.exports = factories.createCoreController('api::${name}.${name}'${controller && `, ${controller}`});\n`,
  [`src/api/${name}/routes/${name}.js`]: `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::${name}.${name}');\n`,
  [`src/api/${name}/services/${name}.js`]: `module.exports = require('@strapi/strapi').factories.createCoreService('api::${name}.${name}');\n`,
});

/** One action calls the host's, the other does it all itself, as the host's documentation shows. */
const OWN_CONTROLLER = `({ strapi }) => ({
  async find(ctx) {
    const { data, meta } = await super.find(ctx);
    return { data, meta: { ...meta, own: true }, more: 'of the site' };
  },
  async findOne(ctx) {
    const { id } = ctx.params;
    await this.validateQuery(ctx);
    const entity = await strapi.service('api::note.note').findOne(id, await this.sanitizeQuery(ctx));
    return this.transformResponse(await this.sanitizeOutput(entity, ctx));
  },
})`;

const files = {
  ...type('category', 'categories', {
    attributes: {
      name: { type: 'string' },
      blurb: { type: 'text' },
      articles: { type: 'relation', relation: 'manyToMany', target: ARTICLE },
    },
  }),
  ...type('tag', 'tags', { attributes: { name: { type: 'string' }, words: { type: 'text' } } }),
  ...type(
    'note',
    'notes',
    {
      attributes: {
        body: { type: 'text' },
        diary: { type: 'text', private: true },
        about: { type: 'relation', relation: 'manyToOne', target: ARTICLE },
      },
    },
    OWN_CONTROLLER,
  ),
  ...type('home', 'homes', {
    kind: 'singleType',
    attributes: {
      intro: { type: 'richtext' },
      featured: { type: 'relation', relation: 'oneToOne', target: ARTICLE },
    },
  }),
};

/** What the public may do on such a site. */
const READING = ['article', 'category', 'tag', 'note', 'home'].flatMap((name) =>
  ['find', 'findOne', 'update'].map((action) => `api::${name}.${name}.${action}`),
);

/** A site with articles, notes that are always rendered, a home page, and categories that are not rendered. */
export const startReadingSite = async (
  server: FakeProvider,
  content: Record<string, unknown> = {},
  options: SiteOptions = {},
): Promise<Site> => {
  const site = await startSite(
    withArticles({
      ...options,
      plugin: {
        providers: {
          local: { kind: 'openai-compatible', endpoint: server.url, model: 'm' },
          failing: { kind: 'openai-compatible', endpoint: `${server.url}/failing`, model: 'm' },
        },
        tools: [
          summarizer({ provider: 'local', prompt_template: '{{max_length}} words: {{content}}' }),
          summarizer({ name: 'Kept', provider: 'local', cache_duration: 3600 }),
          summarizer({ name: 'Failing', provider: 'failing' }),
        ],
        content: {
          types: { [ARTICLE]: { summary_field: 'content' }, [HOME]: {}, [NOTE]: { render: 'always' } },
          ...content,
        },
      },
      files: { ...files, ...options.files },
    }),
  );
  await grantPublic(site, READING);
  return site;
};

interface Created {
  id: number;
  documentId: string;
}

interface Version {
  status?: 'draft' | 'published';
  locale?: string;
}

interface Documents {
  create(params: object): Promise<Created>;
  update(params: object): Promise<unknown>;
}
/** The host types only content types that it has generated types for. */
const documents = (site: Site, uid: string): Documents => site.strapi.documents(uid as never) as never;

/** Writes an entry, and publishes it unless told otherwise. */
export const createEntry = (
  site: Site,
  uid: string,
  data: Record<string, unknown>,
  { status = 'published', locale }: Version = {},
): Promise<Created> => documents(site, uid).create({ data, status, locale });

/** Writes the draft of an entry, or what the version says. */
export const updateEntry = async (
  site: Site,
  uid: string,
  documentId: string,
  data: Record<string, unknown>,
  version: Version = {},
): Promise<void> => {
  await documents(site, uid).update({ documentId, data, ...version });
};

export const SUMMARY_NODE = {
  type: 'paragraph',
  block: 'mcp-for-wp/ai-summary',
  maxLength: 20,
  tool: '',
  children: [{ type: 'text', text: '' }],
};

export interface AnsweringProvider {
  /** the prompts so far, in their order */
  prompts(): string[];
  /** requests under way at a time, at most */
  mostInFlight(): number;
  reset(): void;
}

const promptOf = (body: unknown): string => String(Object(body).messages?.at(-1)?.content);

/** Answers every prompt with `of(prompt)`, after others have had their chance to begin; what fails, fails at once. */
export const answerPrompts = (
  server: FakeProvider,
  of: (prompt: string) => string = (prompt) => `<${prompt}>`,
): AnsweringProvider => {
  let inFlight = 0;
  let most = 0;
  const finish = (response: ServerResponse, status: number, body: unknown) => {
    inFlight -= 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  server.answer(({ path, body }, response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    if (path.startsWith('/failing')) return finish(response, 400, { error: { message: 'no' } });
    setTimeout(() => finish(response, 200, completion(of(promptOf(body)))), 5);
  });
  return {
    prompts: () => server.requests.map(({ body }) => promptOf(body)),
    mostInFlight: () => most,
    reset: () => {
      most = 0;
      server.requests.length = 0;
    },
  };
};

export interface ReadAnswer {
  status: number;
  text: string;
  // each test reads what it is about by name
  body: ReturnType<typeof JSON.parse>;
}

/** One request to the content API of the site, as anybody unless told. */
export const read = async (
  site: Site,
  path: string,
  {
    token,
    headers,
    signal,
    method,
    body,
  }: {
    token?: string;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    method?: string;
    body?: unknown;
  } = {},
): Promise<ReadAnswer> => {
  const response = await fetch(`${site.url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? null : JSON.parse(text) };
};
