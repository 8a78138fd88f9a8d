/** Questions that are asked often, each as an address. */
export const QUICK_VIEWS = [
  { name: 'all', search: {} },
  { name: 'errors-today', search: { status: 'error', range: 'today' } },
  { name: 'rate-limited', search: { code: 'rate_limit_exceeded', range: '7d' } },
  { name: 'slowest', search: { sort: 'latency', order: 'desc', range: '7d' } },
  { name: 'dearest', search: { sort: 'cost', order: 'desc', range: '7d' } },
] as const satisfies readonly { name: string; search: Record<string, string> }[];

export type QuickView = (typeof QUICK_VIEWS)[number];

/** Whether an address is that of a view, whatever row is open and however far somebody has paged. */
export const isQuickView = ({ search }: QuickView, address: URLSearchParams): boolean => {
  const wanted: [string, string][] = Object.entries(search);
  const given = [...address].filter(([name]) => !['run', 'after', 'before', 'page'].includes(name));
  return given.length === wanted.length && wanted.every(([name, value]) => address.get(name) === value);
};
