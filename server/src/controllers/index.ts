import { createExecuteController } from './execute';
import { createProvidersController } from './providers';
import { createToolsController } from './tools';

export const controllers = {
  execute: createExecuteController,
  providers: createProvidersController,
  tools: createToolsController,
};
