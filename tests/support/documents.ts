import type { Site } from './site';

type Row = Record<string, unknown> & { documentId: string };
type Data = Record<string, unknown>;

/** The host's document service for one content type, as far as the tests use it. */
export interface Documents {
  create(params: { data: Data }): Promise<Row>;
  update(params: { documentId: string; data: Data }): Promise<Row>;
  clone(params: { documentId: string; data: Data }): Promise<{ entries: Row[] }>;
  delete(params: { documentId: string }): Promise<unknown>;
  findOne(params: { documentId: string }): Promise<Row | null>;
  count(params: object): Promise<number>;
}

/** The host types only content types that it has generated types for; ours are read as plain rows here. */
const documents = (site: Site, uid: string): Documents => site.strapi.documents(uid as never) as never;

export const toolDocuments = (site: Site): Documents => documents(site, 'plugin::ai-tools.tool');
export const providerDocuments = (site: Site): Documents => documents(site, 'plugin::ai-tools.provider');
