import { createAnalyticsController } from './analytics';
import { createBulkRunsController } from './bulk-runs';
import { createContentRunsController } from './content-runs';
import { createContentController } from './content';
import { createExecuteController } from './execute';
import { createLogsController } from './logs';
import { createPlaygroundController } from './playground';
import { createProvidersController } from './providers';
import { createResultsController } from './results';
import { createSettingsController } from './settings';
import { createToolAdminController } from './tool-admin';
import { createToolFilesController } from './tool-files';
import { createToolOptionsController } from './tool-options';
import { createToolsController } from './tools';

export const controllers = {
  analytics: createAnalyticsController,
  'bulk-runs': createBulkRunsController,
  'content-runs': createContentRunsController,
  content: createContentController,
  execute: createExecuteController,
  logs: createLogsController,
  playground: createPlaygroundController,
  providers: createProvidersController,
  results: createResultsController,
  settings: createSettingsController,
  'tool-admin': createToolAdminController,
  'tool-files': createToolFilesController,
  'tool-options': createToolOptionsController,
  tools: createToolsController,
};
