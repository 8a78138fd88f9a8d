import { createAnalyticsService } from './analytics';
import { createBlocksService } from './blocks';
import { createBudgetsService } from './budgets';
import { createBulkRunsService } from './bulk-runs';
import { createChangesService } from './changes';
import { createConnectionsService } from './connections';
import { createContentMappingsService } from './content-mappings';
import { createContentMentionsService } from './content-mentions';
import { createContentRenderingService } from './content-rendering';
import { createContentToolsService } from './content-tools';
import { createEventsService } from './events';
import { createExecuteService } from './execute';
import { createHooksService } from './hooks';
import { createLimitsService } from './limits';
import { createLogQueriesService } from './log-queries';
import { createLogRetentionService } from './log-retention';
import { createLogsService } from './logs';
import { createPlaygroundService } from './playground';
import { createProviderSettingsService } from './provider-settings';
import { createProvidersService } from './providers';
import { createRedisService } from './redis';
import { createRemovalService } from './removal';
import { createResultsService } from './results';
import { createSettingsService } from './settings';
import { createSettingsInForceService } from './settings-in-force';
import { createShortcodesService } from './shortcodes';
import { createSiteSettingsService } from './site-settings';
import { createToolDependentsService } from './tool-dependents';
import { createToolDirectoryService } from './tool-directory';
import { createToolDraftsService } from './tool-drafts';
import { createToolImportService } from './tool-import';
import { createToolWritesService } from './tool-writes';
import { createToolsService } from './tools';
import { createTransportService } from './transport';

export const services = {
  analytics: createAnalyticsService,
  blocks: createBlocksService,
  budgets: createBudgetsService,
  'bulk-runs': createBulkRunsService,
  changes: createChangesService,
  connections: createConnectionsService,
  'content-mappings': createContentMappingsService,
  'content-mentions': createContentMentionsService,
  'content-rendering': createContentRenderingService,
  'content-tools': createContentToolsService,
  events: createEventsService,
  execute: createExecuteService,
  hooks: createHooksService,
  limits: createLimitsService,
  'log-queries': createLogQueriesService,
  'log-retention': createLogRetentionService,
  logs: createLogsService,
  playground: createPlaygroundService,
  'provider-settings': createProviderSettingsService,
  providers: createProvidersService,
  redis: createRedisService,
  removal: createRemovalService,
  results: createResultsService,
  settings: createSettingsService,
  'settings-in-force': createSettingsInForceService,
  shortcodes: createShortcodesService,
  'site-settings': createSiteSettingsService,
  'tool-dependents': createToolDependentsService,
  'tool-directory': createToolDirectoryService,
  'tool-drafts': createToolDraftsService,
  'tool-import': createToolImportService,
  'tool-writes': createToolWritesService,
  tools: createToolsService,
  transport: createTransportService,
};

export type Services = { [Name in keyof typeof services]: ReturnType<(typeof services)[Name]> };
