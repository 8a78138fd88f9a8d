import { FIELD_SOURCE } from '../../../../../contracts/content';
import { PLAYGROUND_SOURCE, TEST_CONNECTION_SOURCE } from '../../../../../contracts/logs';

/** Those that come with the plugin; code that runs a tool may name others. */
export const SOURCES = [
  'rest',
  'service',
  'shortcode',
  'block',
  FIELD_SOURCE,
  'bulk',
  PLAYGROUND_SOURCE,
  TEST_CONNECTION_SOURCE,
] as const;

export const CALLER_TYPES = ['public', 'internal', 'user', 'admin', 'api-token'] as const;
