import { TOOL_SORTS } from '../../../../../contracts/tool-admin';
import type { ListTools, ToolOrigin } from '../../../../../contracts/tool-admin';

export const PAGE_SIZES = ['20', '50', '100'] as const;
export const DEFAULT_PAGE_SIZE = 50;
const MAX_SEARCH = 200;

const ORIGINS: readonly ToolOrigin[] = ['site', 'code'];
const STATES = ['true', 'false'] as const;

const oneOf = <Choice extends string>(choices: readonly Choice[], value: string | null): Choice | undefined =>
  choices.find((choice) => choice === value);

/** The host's tables write `name:ASC`. */
const toSort = (value: string | null): ListTools.Query['sort'] => {
  const [name = '', direction = ''] = (value ?? '').split(':');
  const field = oneOf(TOOL_SORTS, name);
  if (!field) return undefined;
  return direction.toUpperCase() === 'DESC' ? `${field}:desc` : field;
};

/** What is asked for at an address. What makes no sense there is left out, so that no link leads to an error. */
export const toListQuery = (address: URLSearchParams): ListTools.Query => {
  const page = address.get('page') ?? '';
  return {
    // the host's search field writes `_q`
    search: address.get('_q')?.slice(0, MAX_SEARCH) || undefined,
    provider: address.get('provider') || undefined,
    enabled: oneOf(STATES, address.get('enabled')),
    defined_in: oneOf(ORIGINS, address.get('defined_in')),
    sort: toSort(address.get('sort')),
    page: /^[1-9]\d{0,5}$/.test(page) ? page : '1',
    pageSize: oneOf(PAGE_SIZES, address.get('pageSize')) ?? String(DEFAULT_PAGE_SIZE),
  };
};
