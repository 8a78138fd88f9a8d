import type { ListTools, ToolListEntry, ToolOrigin, ToolSort } from '../../../contracts/tool-admin';

/** A tool of the list, before what it did is known. */
export type ListedTool = Omit<ToolListEntry, 'usage'>;

export interface ToolQuery {
  /** words that all have to be there; empty for every tool */
  words: readonly string[];
  provider?: string | undefined;
  enabled?: boolean | undefined;
  definedIn?: ToolOrigin | undefined;
  sort: ToolSort;
  descending: boolean;
  /** from 1 */
  page: number;
  pageSize: number;
}

const contains = ({ name, slug, description }: ListedTool, words: readonly string[]): boolean => {
  const text = `${name}\n${slug}\n${description}`.toLowerCase();
  return words.every((word) => text.includes(word.toLowerCase()));
};

const SORT_KEYS: Record<ToolSort, (tool: ListedTool) => string> = {
  name: ({ name }) => name,
  slug: ({ slug }) => slug,
  provider: ({ provider }) => provider.label ?? provider.id,
  updated_at: ({ updated_at }) => updated_at ?? '',
};

const countByProvider = (tools: readonly ListedTool[]): ListTools.Response['providers'] => {
  const counts = new Map<string, ListTools.Response['providers'][number]>();
  for (const { provider } of tools) {
    const tools = (counts.get(provider.id)?.tools ?? 0) + 1;
    counts.set(provider.id, { ...provider, tools });
  }
  return [...counts.values()].sort((left, right) => left.id.localeCompare(right.id));
};

/** What of all tools is asked for, in its order, page by page. */
export const listTools = (
  all: readonly ListedTool[],
  query: ToolQuery,
): Omit<ListTools.Response, 'data'> & { data: ListedTool[] } => {
  const { words, provider, enabled, definedIn, sort, descending, page, pageSize } = query;
  const keyOf = SORT_KEYS[sort];
  const order = new Intl.Collator('en', { numeric: true });
  const found = all
    .filter((tool) => provider === undefined || tool.provider.id === provider)
    .filter((tool) => enabled === undefined || tool.enabled === enabled)
    .filter((tool) => definedIn === undefined || tool.defined_in === definedIn)
    .filter((tool) => contains(tool, words))
    .sort(
      (left, right) =>
        order.compare(keyOf(left), keyOf(right)) * (descending ? -1 : 1) || order.compare(left.id, right.id),
    );
  const first = (page - 1) * pageSize;
  return {
    data: found.slice(first, first + pageSize),
    pagination: { page, pageSize, pageCount: Math.ceil(found.length / pageSize), total: found.length },
    providers: countByProvider(all),
  };
};
