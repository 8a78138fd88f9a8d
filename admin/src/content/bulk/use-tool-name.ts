import { useListContentToolsQuery } from '../../api/content';
import { usePermission } from '../../components/use-permission';

/** The name of a tool by its slug; the slug of one that is gone, or for those who may not see which there are. */
export const useToolName = (): ((slug: string) => string) => {
  const maySee = usePermission('runInContent');
  const { data } = useListContentToolsQuery(undefined, { skip: !maySee });
  return (slug) => data?.data.tools.find((tool) => tool.slug === slug)?.name ?? slug;
};
