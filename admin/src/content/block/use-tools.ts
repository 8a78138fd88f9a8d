import type { ContentTool } from '../../../../contracts/content';
import { useListContentToolsQuery } from '../../api/content';
import { usePermission } from '../../components/use-permission';

export interface Tools {
  /** null while they are loaded, and for people who may not know them */
  list: ContentTool[] | null;
  /** the slug of the one that works where none is chosen */
  siteTool: string | null;
  /** the one that works here; null when it is not known, or not there */
  chosen: ContentTool | null;
  failed: boolean;
}

/** The tools to choose from; `slug` is the chosen one, or empty for the site's. */
export const useTools = (slug: string): Tools => {
  const mayRun = usePermission('runInContent');
  const { data, isError } = useListContentToolsQuery(undefined, { skip: !mayRun });
  const list = data?.data.tools ?? null;
  const siteTool = data?.data.summary_tool ?? null;
  const chosen = list?.find((tool) => tool.slug === (slug === '' ? siteTool : slug)) ?? null;
  return { list, siteTool, chosen, failed: isError };
};
