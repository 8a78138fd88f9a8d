import type { Core } from '@strapi/types';
import { LRUCache } from 'lru-cache';
import { TOOL_UID } from '../../../contracts/plugin-id';
import type { ToolSummary } from '../../../contracts/tools';
import type { Awaitable } from '../engine/awaitable';
import { compileTool } from '../engine/compile-tool';
import type { CompiledTool } from '../engine/compile-tool';
import { describeFaults } from '../engine/faults';
import type { Fault } from '../engine/faults';
import { isSlug } from '../engine/slug';
import { TOOL_FIELDS } from '../engine/tool-definition';
import { ToolError } from '../engine/tool-error';
import { faultCode } from '../stores/database-faults';
import { onceAMinute } from '../stores/once-a-minute';
import { getService } from './get-service';
import { pick } from './pick';

/** How long a change made by another instance may go unseen. */
const MAX_AGE_MS = 5000;
const MAX_COMPILED = 1000;

interface Remembered {
  tool: CompiledTool;
  /** the row's last change; a tool is compiled once for each */
  version: string;
  checkedAt: number;
}

const versionOf = (row: Record<string, unknown>): string =>
  `${String(row.id)}:${new Date(String(row.updatedAt)).getTime()}`;

/** What a provider takes away when it goes, or becomes one of another kind. */
const OF_THE_PROVIDER = /^(provider|method|model|functions|fallbacks\b.*)$/;

/** A stored tool was checked when it was saved; it can only be broken by what happened around it since. */
const toBrokenToolError = (slug: string, faults: readonly Fault[]): ToolError => {
  if (faults.every(({ field }) => OF_THE_PROVIDER.test(field))) {
    return new ToolError('provider_not_configured', describeFaults(faults));
  }
  return new ToolError(
    'internal_error',
    `The tool "${slug}" is no longer valid. Save it again to see what is wrong.`,
    {
      cause: new Error(describeFaults(faults)),
    },
  );
};

const summarise = ({ slug, definition }: CompiledTool): ToolSummary => ({
  slug,
  name: definition.name,
  description: definition.description,
  input_schema: Object(definition.input_schema),
});

/** The tools of this site: those from code, and those from the database, compiled once per version. */
export const createToolsService = ({ strapi }: { strapi: Core.Strapi }) => {
  const fromCode = new Map<string, CompiledTool>();
  const compiled = new LRUCache<string, Remembered>({ max: MAX_COMPILED });
  // counts how often everything was forgotten: what was read before must not be remembered after
  let edition = 0;

  const compileRow = async (row: Record<string, unknown>): Promise<CompiledTool> => {
    const outcome = compileTool(
      pick(row, TOOL_FIELDS),
      await getService(strapi, 'providers').knownProviders(),
    );
    if ('faults' in outcome) throw toBrokenToolError(String(row.slug), outcome.faults);
    return outcome.tool;
  };

  const onFailure = onceAMinute((error: unknown) => {
    strapi.log.warn(
      `[ai-tools] the tools cannot be read, and stay as they were until they can (${faultCode(error)})`,
    );
  });

  const readStored = async (slug: string): Promise<CompiledTool | null> => {
    const known = compiled.get(slug);
    const checkedAt = Date.now();
    const readIn = edition;
    let row: Record<string, unknown> | null;
    try {
      row = await strapi.db.query(TOOL_UID).findOne({ where: { slug } });
    } catch (error) {
      // nobody has said since that it has changed
      if (!known || readIn !== edition) throw error;
      onFailure(error);
      compiled.set(slug, { ...known, checkedAt });
      return known.tool;
    }
    if (!row) {
      compiled.delete(slug);
      return null;
    }
    const version = versionOf(row);
    const tool = known?.version === version ? known.tool : await compileRow(row);
    if (readIn === edition) compiled.set(slug, { tool, version, checkedAt });
    return tool;
  };

  const compileFromCode = async (): Promise<void> => {
    const findProvider = await getService(strapi, 'providers').knownProviders();
    const complaints: string[] = [];
    getService(strapi, 'settings').tools.forEach((definition, index) => {
      const outcome = compileTool(definition, findProvider);
      if ('faults' in outcome) {
        const name = String(Object(definition).name ?? '');
        complaints.push(
          ...outcome.faults.map(({ field, message }) => `tools[${index}].${field} (${name}): ${message}`),
        );
      } else if (fromCode.has(outcome.tool.slug)) {
        complaints.push(
          `tools[${index}].slug: "${outcome.tool.slug}" is the slug of another tool in this list.`,
        );
      } else {
        fromCode.set(outcome.tool.slug, outcome.tool);
      }
    });
    if (complaints.length > 0) throw new Error(`Error regarding ai-tools config: ${complaints.join(' ')}`);
  };

  let compiling: Promise<void> | null = null;
  // another plugin may run a tool in its own bootstrap, which can come before ours
  const codeIsReady = (): Promise<void> => (compiling ??= compileFromCode());

  const recall = (slug: string): CompiledTool | null => {
    const known = compiled.get(slug);
    return known && Date.now() - known.checkedAt < MAX_AGE_MS ? known.tool : null;
  };

  const read = async (slug: string): Promise<CompiledTool | null> => {
    await codeIsReady();
    return fromCode.get(slug) ?? readStored(slug);
  };

  return {
    /** Compiles the tools of `config/plugins`, once; throws an Error that names every fault of every tool. */
    loadFromCode: codeIsReady,

    /** The tools of `config/plugins`, on or off. */
    listFromCode: async (): Promise<CompiledTool[]> => {
      await codeIsReady();
      return [...fromCode.values()];
    },

    /** The tool behind a slug, whether or not it is switched on; null when there is none. */
    find: (slug: string): Awaitable<CompiledTool | null> => {
      // anything else is no slug, and not worth a query
      if (!isSlug(slug)) return null;
      return fromCode.get(slug) ?? recall(slug) ?? read(slug);
    },

    /** Whether a tool from code or from the database has this slug. */
    isTaken: async (slug: string): Promise<boolean> => {
      await codeIsReady();
      if (fromCode.has(slug)) return true;
      return (await strapi.db.query(TOOL_UID).count({ where: { slug } })) > 0;
    },

    /** What callers may know of every tool that is switched on, by name. */
    list: async (): Promise<ToolSummary[]> => {
      await codeIsReady();
      const rows: ToolSummary[] = await strapi.db.query(TOOL_UID).findMany({
        select: ['slug', 'name', 'description', 'input_schema'],
        where: { enabled: true },
      });
      const stored = rows
        .filter(({ slug }) => !fromCode.has(slug))
        .map(({ slug, name, description, input_schema }) => ({ slug, name, description, input_schema }));
      const coded = [...fromCode.values()].filter(({ definition }) => definition.enabled).map(summarise);
      return [...coded, ...stored].sort((left, right) => left.name.localeCompare(right.name));
    },

    /** Every tool with a budget of its own, on or off, by slug. */
    listBudgets: async (): Promise<{ slug: string; budget_usd: number }[]> => {
      await codeIsReady();
      const rows: { slug: string; budget_usd: number }[] = await strapi.db.query(TOOL_UID).findMany({
        select: ['slug', 'budget_usd'],
        where: { budget_usd: { $notNull: true } },
      });
      const stored = rows.filter(({ slug }) => !fromCode.has(slug));
      const coded = [...fromCode.values()].flatMap(({ slug, definition: { budget_usd } }) =>
        budget_usd === null ? [] : [{ slug, budget_usd }],
      );
      return [...coded, ...stored]
        .map(({ slug, budget_usd }) => ({ slug, budget_usd }))
        .sort((left, right) => left.slug.localeCompare(right.slug));
    },

    summary: async (slug: string): Promise<ToolSummary> => {
      const tool = await getService(strapi, 'tools').find(slug);
      if (!tool?.definition.enabled) {
        throw new ToolError('tool_not_found', 'There is no tool with this slug, or it is switched off.');
      }
      return summarise(tool);
    },

    forget: (): void => {
      edition += 1;
      compiled.clear();
    },
  };
};
