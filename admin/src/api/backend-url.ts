/** Where the site answers, as the host tells its own panel, which may be served from another place. */
export const backendUrl = (): string => {
  const host: unknown = window.strapi;
  const isTold = typeof host === 'object' && host !== null && 'backendURL' in host;
  return isTold && typeof host.backendURL === 'string' ? host.backendURL : window.location.origin;
};
