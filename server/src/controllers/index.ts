import { createExecuteController } from './execute';
import { createProvidersController } from './providers';
import { createResultsController } from './results';
import { createSettingsController } from './settings';
import { createToolsController } from './tools';

export const controllers = {
  execute: createExecuteController,
  providers: createProvidersController,
  results: createResultsController,
  settings: createSettingsController,
  tools: createToolsController,
};
