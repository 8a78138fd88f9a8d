import { createAnalyticsController } from './analytics';
import { createExecuteController } from './execute';
import { createProvidersController } from './providers';
import { createResultsController } from './results';
import { createToolsController } from './tools';

export const controllers = {
  analytics: createAnalyticsController,
  execute: createExecuteController,
  providers: createProvidersController,
  results: createResultsController,
  tools: createToolsController,
};
