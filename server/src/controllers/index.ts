import { createExecuteController } from './execute';
import { createLogsController } from './logs';
import { createProvidersController } from './providers';
import { createResultsController } from './results';
import { createToolsController } from './tools';

export const controllers = {
  execute: createExecuteController,
  logs: createLogsController,
  providers: createProvidersController,
  results: createResultsController,
  tools: createToolsController,
};
