import type { Core } from '@strapi/types';
import { errors } from '@strapi/utils';
import { TOOL_UID } from '../../../contracts/plugin-id';
import { EXPORT_FORMAT, EXPORT_VERSION } from '../../../contracts/tool-files';
import type { AdminTool, ListTools } from '../../../contracts/tool-admin';
import type { ToolFieldValues } from '../../../contracts/tool-fields';
import type { ToolExport } from '../../../contracts/tool-files';
import { describeCall } from '../engine/effective-call';
import { problemWith, unknownProvider } from '../engine/provider';
import type { Provider } from '../engine/provider';
import { readDraft } from '../engine/read-draft';
import { readToolFields, toExportedTool } from '../engine/tool-fields';
import { idFromCode, slugFromCodeId } from '../engine/tool-id';
import { listTools } from '../engine/tool-list';
import type { ListedTool, ToolQuery } from '../engine/tool-list';
import { getService } from './get-service';

/** A tool of the site as it was written, wherever that was. */
export interface WrittenTool {
  id: string;
  /** null for a tool from code */
  updatedAt: string | null;
  fields: ToolFieldValues;
}

type Row = Record<string, unknown>;

const COLUMNS = ['documentId', 'updatedAt', 'name', 'slug', 'description', 'provider', 'method', 'model'];

const toWritten = (row: Row): WrittenTool => ({
  id: String(row.documentId),
  // written past the host, a row may have no time
  updatedAt: new Date(row.updatedAt === null ? 0 : String(row.updatedAt)).toISOString(),
  fields: readToolFields(row),
});

const noSuchTool = () => new errors.NotFoundError('There is no tool of this id.');

/** The tools of the site as an administrator sees them: those that are stored, and those from code. */
export const createToolDirectoryService = ({ strapi }: { strapi: Core.Strapi }) => {
  const writtenInCode = async (): Promise<WrittenTool[]> =>
    (await getService(strapi, 'tools').listFromCode()).map(({ slug, definition }) => ({
      id: idFromCode(slug),
      updatedAt: null,
      fields: readToolFields({ ...definition, slug }),
    }));

  const findRows = (where: Row, select?: string[]): Promise<Row[]> =>
    strapi.db.query(TOOL_UID).findMany({ where, ...(select && { select }) });

  const findWritten = async (id: string): Promise<WrittenTool | null> => {
    if (slugFromCodeId(id) !== null) return (await writtenInCode()).find((tool) => tool.id === id) ?? null;
    const [row] = await findRows({ documentId: id });
    return row ? toWritten(row) : null;
  };

  const mustFind = async (id: string): Promise<WrittenTool> => {
    const tool = await findWritten(id);
    if (!tool) throw noSuchTool();
    return tool;
  };

  /** Why the tool is not run as it is; `provider` is null when the site has none of its id. */
  const findProblem = (
    { updatedAt, fields }: WrittenTool,
    provider: Provider | null,
    slugsInCode: ReadonlySet<string>,
  ): string | null => {
    if (updatedAt !== null && slugsInCode.has(fields.slug)) {
      return `A tool from code has the slug "${fields.slug}" as well, and is the one that runs. Give this one another slug, or delete it.`;
    }
    if (!provider) return unknownProvider(fields.provider);
    return problemWith(provider, fields.model ?? provider.model);
  };

  const describe = async (tool: WrittenTool): Promise<AdminTool> => {
    const { id, updatedAt, fields } = tool;
    const provider = await getService(strapi, 'providers').find(fields.provider);
    const slugsInCode = new Set((await writtenInCode()).map((coded) => coded.fields.slug));
    return {
      id,
      defined_in: updatedAt === null ? 'code' : 'site',
      updated_at: updatedAt,
      problem: findProblem(tool, provider, slugsInCode),
      fields,
      effective: provider && describeCall(readDraft(fields), provider),
      usage: (await getService(strapi, 'analytics').usageOf([fields.slug]))(fields.slug),
    };
  };

  return {
    findWritten,
    mustFind,

    /** Throws the host's NotFoundError when there is no tool of this id. */
    read: async (id: string): Promise<AdminTool> => describe(await mustFind(id)),

    /** Throws like `read`, and the host's PolicyError for a tool from code. */
    mustFindStored: async (id: string): Promise<WrittenTool> => {
      const tool = await mustFind(id);
      if (tool.updatedAt !== null) return tool;
      throw new errors.PolicyError(
        'This tool comes from code, and can only be changed there: in config/plugins.',
      );
    },

    /** Every slug of the site, with whose it is. Of two tools with one slug, the one from code. */
    listSlugs: async (): Promise<Map<string, WrittenTool>> => {
      const stored = (await findRows({}, COLUMNS)).map(toWritten);
      return new Map([...stored, ...(await writtenInCode())].map((tool) => [tool.fields.slug, tool]));
    },

    list: async (query: ToolQuery): Promise<ListTools.Response> => {
      const coded = await writtenInCode();
      const slugsInCode = new Set(coded.map(({ fields }) => fields.slug));
      const findProvider = await getService(strapi, 'providers').knownProviders();
      const rows = await findRows({}, [...COLUMNS, 'enabled']);
      const entries = [...coded, ...rows.map(toWritten)].map((tool): ListedTool => {
        const { id, updatedAt, fields } = tool;
        const provider = findProvider(fields.provider);
        return {
          id,
          defined_in: updatedAt === null ? 'code' : 'site',
          updated_at: updatedAt,
          problem: findProblem(tool, provider, slugsInCode),
          name: fields.name,
          slug: fields.slug,
          description: fields.description,
          provider: { id: fields.provider, label: provider?.label ?? null },
          method: fields.method,
          model: fields.model ?? provider?.model ?? null,
          enabled: fields.enabled,
        };
      });
      const page = listTools(entries, query);
      const usageOf = await getService(strapi, 'analytics').usageOf(page.data.map(({ slug }) => slug));
      return { ...page, data: page.data.map((tool) => ({ ...tool, usage: usageOf(tool.slug) })) };
    },

    /** The named tools, in this order, or all of them by slug. Throws the host's NotFoundError for an unknown id. */
    export: async (ids: readonly string[] | null): Promise<ToolExport> => {
      const all = [...(await writtenInCode()), ...(await findRows({})).map(toWritten)];
      const wanted =
        ids === null
          ? [...all].sort((left, right) => (left.fields.slug < right.fields.slug ? -1 : 1))
          : ids.map((id) => all.find((tool) => tool.id === id));
      return {
        format: EXPORT_FORMAT,
        version: EXPORT_VERSION,
        tools: wanted.map((tool) => {
          if (!tool) throw noSuchTool();
          return toExportedTool(tool.fields);
        }),
      };
    },
  };
};
