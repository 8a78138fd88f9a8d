import { useListToolsQuery } from '../../../api/tools';
import { usePermission } from '../../../components/use-permission';
import type { FilterField } from './filter-choices';

const ALL = { page: '1', pageSize: '1000' };

/** The tools and providers of the site, for those who may see them: a row may name others, which are gone. */
export const useSiteChoices = (field: FilterField): readonly string[] => {
  const mayReadTools = usePermission('readTools');
  const isListed = field === 'tool' || field === 'provider';
  const { data } = useListToolsQuery(ALL, { skip: !mayReadTools || !isListed });
  if (!data) return [];
  if (field === 'tool') return data.data.map(({ slug }) => slug);
  return field === 'provider' ? data.providers.map(({ id }) => id) : [];
};
