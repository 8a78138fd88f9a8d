import { createTransport } from '../providers/transport';

/** The site's one way out, so that runs and connection tests share its connections. */
export const createTransportService = () => createTransport();
